/* Rule observed-type-v1.0 (profiler/types.py): which types one value could be. */
#ifndef PDL_TYPES_H
#define PDL_TYPES_H

#include "bytes.h"

enum { T_BOOLEAN = 1, T_YEAR = 2, T_YEARMONTH = 4, T_DATE = 8, T_DATETIME = 16, T_TIME = 32,
       T_INTEGER = 64, T_NUMBER = 128, T_ANY = 255 };
#define TEMPORAL (T_YEAR | T_YEARMONTH | T_DATE | T_DATETIME | T_TIME)
#define MOST_TYPED 40 /* characters; no longer value has a type */

static inline u32 number_at(const u8 *p, u32 digits)
{
    u32 value = 0;
    while (digits--)
        value = value * 10 + (*p++ - '0');
    return value;
}

static inline u32 digits_at(const u8 *p, const u8 *end)
{
    const u8 *from = p;
    while (p < end && is_digit(*p))
        p++;
    return (u32)(p - from);
}

static int real_date(u32 year, u32 month, u32 day)
{
    static const u8 days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1)
        return 0;
    int leap = month == 2 && year % 4 == 0 && (year % 100 || year % 400 == 0);
    return day <= (u32)days[month - 1] + (u32)leap;
}

static u32 numeric(const u8 *p, const u8 *end)
{
    if (*p == '+' || *p == '-')
        p++;
    u32 whole = digits_at(p, end);
    if (whole) {
        if (*p == '0' && whole > 1)
            return 0;
        int grouped = *p != '0' && whole <= 3;
        p += whole;
        if (grouped)
            while (end - p >= 4 && *p == ',' && digits_at(p + 1, p + 4) == 3)
                p += 4;
        if (p == end)
            return T_INTEGER | T_NUMBER;
    }
    if (p < end && *p == '.') {
        u32 fraction = digits_at(p + 1, end);
        if (!whole && !fraction)
            return 0;
        p += 1 + fraction;
    } else if (!whole) {
        return 0;
    }
    if (p < end && (*p | 32) == 'e') {
        p++;
        if (p < end && (*p == '+' || *p == '-'))
            p++;
        u32 exponent = digits_at(p, end);
        if (exponent < 1 || exponent > 3)
            return 0;
        p += exponent;
    }
    if (p < end && *p == '%')
        p++;
    return p == end ? T_NUMBER : 0;
}

/* The end of a time of day at p, NULL where there is none. */
static const u8 *clock_end(const u8 *p, const u8 *end)
{
    u32 hour = digits_at(p, end);
    if (hour < 1 || hour > 2 || (hour == 2 && number_at(p, 2) > 24))
        return NULL;
    p += hour;
    if (end - p < 3 || p[0] != ':' || p[1] > '5' || !is_digit(p[1]) || !is_digit(p[2]))
        return NULL;
    p += 3;
    if (end - p >= 3 && p[0] == ':' && is_digit(p[1]) && p[1] <= '5' && is_digit(p[2])) {
        p += 3;
        if (end - p >= 2 && (*p == '.' || *p == ',') && is_digit(p[1])) {
            u32 fraction = digits_at(p + 1, end);
            p += 1 + (fraction > 9 ? 9 : fraction);
        }
    }
    return p;
}

static int zoned_time(const u8 *p, const u8 *end)
{
    p = clock_end(p, end);
    if (!p)
        return 0;
    if (p == end || (*p == 'Z' && p + 1 == end))
        return 1;
    if (*p != '+' && *p != '-')
        return 0;
    p++;
    if (digits_at(p, end) == 4)
        return p + 4 == end;
    return end - p == 5 && digits_at(p, end) == 2 && p[2] == ':' && digits_at(p + 3, end) == 2;
}

/* HHMM or HHMMSS without colons. */
static int compact_time(const u8 *p, const u8 *end)
{
    u32 n = digits_at(p, end);
    if (p + n != end || (n != 4 && n != 6) || number_at(p, 2) > 24)
        return 0;
    return p[2] <= '5' && (n == 4 || p[4] <= '5');
}

static inline const u8 *skip_space(const u8 *p, const u8 *end)
{
    return p < end && (*p == ' ' || (u8)(*p - 9) < 5) ? p + 1 : p;
}

static inline int begins(const u8 *p, const u8 *end, const char *word)
{
    return end - p >= 3 && !memcmp(p, word, 3);
}

#define KOREAN_YEAR "\xEB\x85\x84"
#define KOREAN_MONTH "\xEC\x9B\x94"
#define KOREAN_DAY "\xEC\x9D\xBC"

/* One or two digits at *p; 0 where there are none. Two are taken where there are two. */
static inline u32 short_number(const u8 **p, const u8 *end)
{
    u32 n = digits_at(*p, end);
    if (!n)
        return 0;
    n = n > 2 ? 2 : n;
    u32 value = number_at(*p, n);
    *p += n;
    return value ? value : 100; /* 0 is a number, too, but no month and no day */
}

static u32 year_month(const u8 *b, const u8 *end)
{
    const u8 *p = b + 4;
    u32 month;
    if (end - p == 2 && digits_at(p, end) == 2) {
        month = number_at(p, 2);
    } else if (p < end && (*p == '-' || *p == '.' || *p == '/')) {
        p = skip_space(p + 1, end);
        month = short_number(&p, end);
        if (p < end && *p == '.')
            p++;
        if (p != end)
            return 0;
    } else if (begins(p, end, KOREAN_YEAR)) {
        p = skip_space(p + 3, end);
        month = short_number(&p, end);
        if (!begins(p, end, KOREAN_MONTH) || p + 3 != end)
            return 0;
    } else {
        return 0;
    }
    return month >= 1 && month <= 12 ? T_YEARMONTH : 0;
}

static u32 calendar(const u8 *b, const u8 *end)
{
    const u8 *p = b + 4;
    u32 month, day;
    int compact = 0;
    if (digits_at(p, end) >= 4) {
        month = number_at(p, 2);
        day = number_at(p + 2, 2);
        p += 4;
        compact = 1;
    } else if (p < end && (*p == '-' || *p == '.' || *p == '/')) {
        u8 mark = *p;
        p = skip_space(p + 1, end);
        month = short_number(&p, end);
        if (!month || p >= end || *p != mark)
            return 0;
        p = skip_space(p + 1, end);
        day = short_number(&p, end);
        if (day && p < end && *p == '.')
            p++;
    } else if (begins(p, end, KOREAN_YEAR)) {
        p = skip_space(p + 3, end);
        month = short_number(&p, end);
        if (!begins(p, end, KOREAN_MONTH))
            return 0;
        p = skip_space(p + 3, end);
        day = short_number(&p, end);
        if (!begins(p, end, KOREAN_DAY))
            return 0;
        p += 3;
    } else {
        return 0;
    }
    if (!real_date(number_at(b, 4), month, day))
        return 0;
    if (p == end)
        return T_DATE;
    if (compact && compact_time(p, end))
        return T_DATETIME;
    if (*p != ' ' && *p != 'T')
        return 0;
    while (p < end && (*p == ' ' || *p == 'T'))
        p++;
    return zoned_time(p, end) ? T_DATETIME : 0;
}

static u32 temporal(const u8 *b, const u8 *end)
{
    u32 bits = 0;
    if (end - b >= 4 && digits_at(b, b + 4) == 4) {
        u32 year = number_at(b, 4);
        if (year < 1900 || year > 2100)
            return 0;
        if (end - b == 4 || (end - b == 7 && begins(b + 4, end, KOREAN_YEAR)))
            return T_YEAR;
        bits = year_month(b, end) | calendar(b, end);
    }
    const u8 *p = clock_end(b, end);
    return p == end ? bits | T_TIME : bits;
}

/* The types but BOOLEAN that a stripped value of some characters could be, of those wanted. */
static u32 candidates(const u8 *b, u32 n, u32 wanted)
{
    const u8 *end = b + n;
    u32 bits = 0;
    if (!is_digit(*b) && *b != '+' && *b != '-' && *b != '.')
        return 0;
    if (wanted & (T_INTEGER | T_NUMBER))
        bits |= numeric(b, end);
    if (wanted & TEMPORAL && is_digit(*b))
        bits |= temporal(b, end);
    return bits & wanted;
}

#endif
