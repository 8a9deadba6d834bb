import { composePicture } from '#features/game-images/server/covers/composed-picture.service.ts'
import { type ProfileRequest, requireVisibleSection } from '#features/profiles/server/profiles.service.ts'
import type { Config } from '#server/config.ts'
import type { Reply } from '#server/routes.ts'
import { Refusal, refuse } from '#shared/refusal.ts'
import type { YearView } from '../../years.contract.ts'
import type { YearPictureSize } from '../../years.endpoints.ts'
import { YEAR_NOT_FOUND } from '../../years.texts.ts'
import { loadYear, type YearsDeps } from '../years.service.ts'
import { viewYear } from '../years.view.ts'
import { gamesInPicture, YEAR_PICTURE_SIZES, yearPicture } from './year-picture.ts'

export interface WithConfig {
  config: Pick<Config, 'productName'>
}

interface PictureRequest extends Pick<ProfileRequest, 'handle' | 'viewer'> {
  year: number
  size: YearPictureSize
}

/**
 * Returns the picture of a member's year as PNG. It shows what a visitor may see, because robots and readers elsewhere
 * fetch it. Refuses with 404 when a visitor may not see the profile, also to its owner, and to a viewer who may not.
 */
export async function drawYear(
  deps: YearsDeps & WithConfig,
  { size, ...request }: PictureRequest,
  reply: Reply,
): Promise<Uint8Array> {
  const view = await loadPublicYear(deps, request, reply)
  const { productName } = deps.config
  return composePicture(deps, {
    games: gamesInPicture(view),
    size: YEAR_PICTURE_SIZES[size],
    layout: (covers) => yearPicture(view, { size, covers, productName }),
  })
}

async function loadPublicYear(
  deps: YearsDeps,
  { viewer, ...which }: Omit<PictureRequest, 'size'>,
  reply: Reply,
): Promise<YearView> {
  try {
    if (viewer) await requireVisibleSection(deps.db, { ...which, viewer }, 'profile', reply)
    return viewYear(await loadYear(deps, { ...which, viewer: null }, reply))
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'forbidden') throw error
    return refuse('not_found', 'year_not_found', YEAR_NOT_FOUND)
  }
}
