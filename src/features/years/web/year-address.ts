import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { UserId } from '#shared/ids.ts'

/** The address of a member's year. `as`: the audience of the owner's preview. */
export const yearHref = (userId: UserId, year: number, as: ViewAs | null = null): string =>
  `/profile/${userId}/year/${year}${as ? `?as=${as}` : ''}`

/** The address of the year as a picture to share: 1200 × 630, or 1080 × 1920 for phones. */
export const yearPicture = (userId: UserId, year: number, size: 'wide' | 'tall'): string =>
  `/api/profiles/${userId}/years/${year}/picture?size=${size}`
