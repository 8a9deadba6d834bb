import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './years.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getProfileYear = endpoint('GET', '/api/profiles/:handle/years/:year')
export const getYearPicture = endpoint('GET', '/api/profiles/:handle/years/:year/picture')

/** Wide for link previews, tall for the screen of a phone. */
export const PICTURE_SIZES = ['wide', 'tall'] as const
export type YearPictureSize = (typeof PICTURE_SIZES)[number]
