// How the browser reads lists part by part, in infinite queries.

/** For a list with page numbers, which count from 1. */
export const BY_PAGE_NUMBER = {
  initialPageParam: 1,
  getNextPageParam: ({ hasMore }: { hasMore: boolean }, _pages: unknown, page: number): number | undefined =>
    hasMore ? page + 1 : undefined,
}

/** For a list with cursors; null is its beginning. */
export const BY_CURSOR = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }): string | null => nextCursor,
}

/** Returns the parameter of a request for the part after a cursor. */
export const afterCursor = (cursor: string | null): { cursor?: string } => (cursor === null ? {} : { cursor })
