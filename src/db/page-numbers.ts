// How lists with page numbers are read, which count from 1.

/** Returns which rows a page has. */
export const partOf = ({ page, limit }: { page: number; limit: number }): { limit: number; offset: number } => ({
  limit,
  offset: (page - 1) * limit,
})

/** Returns whether rows follow the ones that were read of a page. */
export const isFollowed = ({ offset }: { offset: number }, rows: readonly unknown[], total: number): boolean =>
  offset + rows.length < total
