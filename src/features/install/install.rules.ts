/** An icon of the installed app. */
export interface AppIcon {
  /** The length of a side in pixels. */
  size: number
  /** `any` has round corners, `maskable` may be cut to a circle, `monochrome` is coloured by the system. */
  purpose: 'any' | 'maskable' | 'monochrome'
  /** Whether the manifest lists it; iOS finds its icon by a link of the page. */
  isListed: boolean
}

export const APP_ICONS = {
  'any-192': { size: 192, purpose: 'any', isListed: true },
  'any-512': { size: 512, purpose: 'any', isListed: true },
  'maskable-192': { size: 192, purpose: 'maskable', isListed: true },
  'maskable-512': { size: 512, purpose: 'maskable', isListed: true },
  'monochrome-192': { size: 192, purpose: 'monochrome', isListed: true },
  'apple-180': { size: 180, purpose: 'maskable', isListed: false },
} as const satisfies Record<string, AppIcon>

export type AppIconName = keyof typeof APP_ICONS
export const APP_ICON_NAMES = Object.keys(APP_ICONS) as AppIconName[]

/** A picture of the app, which systems show before they install it. */
export interface AppPicture {
  shows: 'home' | 'library' | 'game'
  width: number
  height: number
  /** `narrow` is of a phone, `wide` of a desktop. */
  form: 'narrow' | 'wide'
}

const NARROW = { width: 780, height: 1688, form: 'narrow' } as const
const WIDE = { width: 1280, height: 800, form: 'wide' } as const

/** In the order in which systems show them. The demo world is on them. */
export const APP_PICTURES = {
  'phone-home': { shows: 'home', ...NARROW },
  'phone-library': { shows: 'library', ...NARROW },
  'phone-game': { shows: 'game', ...NARROW },
  'wide-home': { shows: 'home', ...WIDE },
  'wide-library': { shows: 'library', ...WIDE },
} as const satisfies Record<string, AppPicture>

export type AppPictureName = keyof typeof APP_PICTURES
export const APP_PICTURE_NAMES = Object.keys(APP_PICTURES) as AppPictureName[]

/** The visit, counted by days, at which the offer to install comes. It comes once. */
export const OFFERED_AT_VISIT = 3

/** Where the system sends what somebody shares with the installed app. It leads to the search. */
export const SHARE = '/share'
