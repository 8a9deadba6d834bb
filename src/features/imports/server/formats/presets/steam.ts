import { refuseFile } from '../reading/refuse-file.ts'
import { addPlatforms, idOf, momentOf, newCopy, noteLoss, timeOf } from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { objectOf, textOf } from '../records/json-values.ts'

const FIELDS = [
  ...['appid', 'name', 'sort_as', 'img_icon_url', 'img_logo_url', 'capsule_filename', 'content_descriptorids'],
  ...['has_community_visible_stats', 'has_workshop', 'has_market', 'has_dlc', 'has_leaderboards'],
  ...['playtime_forever', 'playtime_2weeks', 'playtime_windows_forever', 'playtime_mac_forever'],
  ...['playtime_linux_forever', 'playtime_deck_forever', 'playtime_disconnected', 'rtime_last_played'],
]

const PLAYED_ON = [
  ['playtime_windows_forever', 'PC (Microsoft Windows)'],
  ['playtime_mac_forever', 'Mac'],
  ['playtime_linux_forever', 'Linux'],
] as const

/** Steam writes the second day of 1970 for games that were last played before it counted. */
const NEVER = 86_400

/**
 * The answer of Steam's GetOwnedGames, saved by hand. Steam lists tools like games, and says nothing about a status.
 * Refuses the answer for a private profile, which has no games.
 */
export const steam: JsonFormat = {
  preset: 'steam',
  fields: FIELDS,
  listIn: ({ keys, lists, isList }) => {
    for (const path of ['response.games', 'games', ''])
      if ('appid' in (lists.get(path) ?? {}) && (path !== '' || isList)) return path
    if (keys.has('response') && keys.size <= 3) refuseFile('import_steam_private')
    return null
  },
  read: (item, place, writing) => {
    const fields = objectOf(item)
    const id = textOf(fields.appid)
    return game(place, textOf(fields.name) || (id && `Steam ${id}`), (record) => {
      const steamId = idOf(record, 'appid', id)
      if (steamId !== null) record.ids.steam = steamId
      record.hours = timeOf(record, 'playtime_forever', textOf(fields.playtime_forever), {
        ...writing,
        hoursUnit: 'minutes',
      })
      const played = PLAYED_ON.filter(([key]) => Number(fields[key]) > 0).map(([, name]) => name)
      addPlatforms(record, played.length > 0 ? played : ['PC (Microsoft Windows)'])
      record.copies.push(newCopy({ store: 'Steam', is_physical: false }))
      const last = textOf(fields.rtime_last_played)
      if (Number(last) > NEVER) record.last_played_at = momentOf(record, 'rtime_last_played', last, writing)
      if (Number(fields.playtime_disconnected) > 0)
        noteLoss(record, 'playtime_disconnected', textOf(fields.playtime_disconnected), 'unknown-field')
    })
  },
}
