"""MCP prompts: two ways of working with the tools, offered to people by their host."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import mcp_types as types
from mcp.shared.exceptions import MCPError

from server.contract import MAX_COMPARED, UNTRUSTED_NOTICE

_LONGEST = 1_000
"""Characters of an argument; a prompt is for a sentence, not for a document."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """`text` makes the message from the arguments given."""

    name: str
    title: str
    description: str
    arguments: tuple[types.PromptArgument, ...]
    text: Callable[[Mapping[str, str]], str]


def _plan(given: Mapping[str, str]) -> str:
    region = f"지역은 {given['region']}입니다. " if given.get("region") else ""
    return (
        f"목적: {given['purpose']}\n{region}\n"
        "이 목적에 쓸 공공데이터 활용 계획 초안을 만들어 주십시오.\n"
        "1. build_data_plan으로 초안을 받고, 빠진 것이 있으면 search_datasets와 "
        "search_by_columns로 보완하십시오.\n"
        "2. 후보마다 get_dataset_structure로 실제 컬럼을 확인하고, 관측되지 않은 것은 관측되지 "
        "않았다고 쓰십시오.\n"
        "3. 결합 키는 관측된 컬럼에서만 제안하고 모두 후보(CANDIDATE_ONLY)라고 밝히십시오.\n"
        "4. warnings를 그대로 전하고, 출처(recordId, 스냅샷)를 붙이십시오.\n"
        f"{UNTRUSTED_NOTICE}"
    )


def _compare(given: Mapping[str, str]) -> str:
    return (
        f"목적: {given['purpose']}\n비교할 데이터셋: {given['recordIds']}\n"
        f"compare_datasets로 이 데이터셋들(최대 {MAX_COMPARED}건)을 비교하고, 목적에 무엇이 맞는지 "
        "설명해 주십시오. 공통 컬럼과 다른 점, 갱신 주기, 이용조건을 표로 정리하고, 관측되지 않은 "
        "것은 모른다고 쓰십시오. 하나를 단정하지 말고 근거와 한계를 함께 말하십시오.\n"
        f"{UNTRUSTED_NOTICE}"
    )


PROMPTS: tuple[Prompt, ...] = (
    Prompt(
        "build_data_plan",
        "데이터 활용 계획",
        "목적 한 문장에서 데이터 활용 계획 초안을 만듭니다. Drafts a data plan from a purpose.",
        (
            types.PromptArgument(name="purpose", description="목적 한 문장", required=True),
            types.PromptArgument(name="region", description="시·도", required=False),
        ),
        _plan,
    ),
    Prompt(
        "compare_for_purpose",
        "목적에 맞는 데이터 비교",
        "데이터셋 몇 건을 목적에 비추어 비교합니다. Compares datasets for a purpose.",
        (
            types.PromptArgument(name="purpose", description="목적 한 문장", required=True),
            types.PromptArgument(
                name="recordIds", description="recordId 목록, 쉼표로 구분", required=True
            ),
        ),
        _compare,
    ),
)


def listed() -> types.ListPromptsResult:
    """Both prompts."""
    return types.ListPromptsResult(
        prompts=[
            types.Prompt(
                name=prompt.name,
                title=prompt.title,
                description=prompt.description,
                arguments=list(prompt.arguments),
            )
            for prompt in PROMPTS
        ]
    )


def get(name: str, arguments: Mapping[str, str]) -> types.GetPromptResult:
    """A prompt filled in.

    Raises:
        MCPError: -32602 for an unknown prompt, a missing argument, an unknown or too long one.
    """
    prompt = next((prompt for prompt in PROMPTS if prompt.name == name), None)
    if prompt is None:
        raise _refused("Unknown prompt")
    known = {argument.name for argument in prompt.arguments}
    missing = [a.name for a in prompt.arguments if a.required and not arguments.get(a.name)]
    if missing:
        raise _refused(f"Missing argument: {missing[0]}")
    if not set(arguments) <= known:
        raise _refused(f"Unknown argument; allowed: {', '.join(sorted(known))}")
    if any(len(value) > _LONGEST for value in arguments.values()):
        raise _refused(f"An argument is longer than {_LONGEST} characters")
    content = types.TextContent(type="text", text=prompt.text(arguments))
    return types.GetPromptResult(
        description=prompt.description,
        messages=[types.PromptMessage(role="user", content=content)],
    )


def _refused(message: str) -> MCPError:
    return MCPError(code=types.INVALID_PARAMS, message=message)
