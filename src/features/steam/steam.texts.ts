/** Before what the reader can do about it. */
export const TOO_MANY_REQUESTS = 'Steam accepts no more requests from this site for now.'

/** Why games cannot be read from Steam: the code of the refusal and its sentence. */
export const STEAM_REFUSALS = {
  steam_off: 'This site has no key for Steam. Save your list there by hand, and import the file.',
  steam_profile: 'Enter the address of your Steam profile, the name in it, or its 17 digits.',
  steam_unknown: 'Steam knows no profile of this name.',
  steam_key: 'Steam refuses the key of this site. Its operator has to replace it.',
  steam_busy: `${TOO_MANY_REQUESTS} Try again in an hour.`,
  steam_unreachable: 'Steam does not answer at the moment. Nothing was changed, so try again later.',
} as const
export type SteamRefusal = keyof typeof STEAM_REFUSALS

export const STEAM_TEXTS = {
  label: 'Steam profile',
  hint: 'steamcommunity.com/id/name, or the 17 digits of your account',
  loading: 'Asking Steam…',
} as const

/** Names an import from Steam in the list of imports. */
export const steamImportName = (profile: string): string => `Steam profile ${profile}`

/** Names the play time that a sync has added, in the list of imports. */
export const steamTimeName = (profile: string): string => `Steam play time of ${profile}`
