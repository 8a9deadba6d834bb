/** Of an account, as Steam writes it: 17 digits. */
const STEAM_ID = /^7656119\d{10}$/
const CUSTOM_NAME = /^[\w-]{2,32}$/
const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?steamcommunity\.com\/(profiles|id)\/([^/?#\s]+)/i

/** The most characters of what a member types to name a profile. */
export const STEAM_PROFILE_LENGTH = 200

/** Room for an answer of Steam with all games of an account. */
export const STEAM_ANSWER_BYTES = 8 * 1024 * 1024

export type SteamProfile = { id: string } | { name: string }

/** Reads the address of a Steam profile, the name in that address, or the 17 digits. Returns null for anything else. */
export function steamProfileOf(typed: string): SteamProfile | null {
  const text = typed.trim()
  const address = ADDRESS.exec(text)
  const handle = address?.[2] ?? text
  if (STEAM_ID.test(handle)) return { id: handle }
  if (address?.[1]?.toLowerCase() === 'profiles' || !CUSTOM_NAME.test(handle)) return null
  return { name: handle }
}
