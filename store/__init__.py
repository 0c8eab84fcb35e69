"""What is known: vocabulary, tables, queue, blobs, observations, releases, search."""
