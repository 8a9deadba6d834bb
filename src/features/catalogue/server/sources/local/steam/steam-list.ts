import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import { PROJECT_FOLDER } from '#db/project-folder.ts'
import { ascending } from '#shared/order.ts'
import { isAdultName } from './adult-names.ts'

const LIST = join(PROJECT_FOLDER, 'src/features/catalogue/server/sources/local/steam/steam-games.tsv.gz')

/** Increase it when the same file must be loaded again. */
const LOADED_AS = 1
const MIN_OWNERS = 20_000

/** A PC game of the list, as the file has it. */
export interface SteamListGame {
  /** Steam's application id. */
  appId: number
  name: string
  /** The day of the release there, `2017-10-12`; of few games the month alone is known. */
  releasedOn: string
  /** An estimate: at least so many accounts have it. */
  owners: number
  /** The hours that the main story takes; null if nobody has said. */
  hours: number | null
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Reads 'Oct 12, 2017' and 'Jan 2019', which is the first of that month. */
function dayOf(text: string): string | null {
  const [, month = '', day = '1', year] = /^([A-Z][a-z]{2}) (?:(\d{1,2}), )?(\d{4})$/.exec(text.trim()) ?? []
  const at = MONTHS.indexOf(month)
  return at < 0 ? null : `${year}-${String(at + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

const nameOf = (text: string): string =>
  text
    .replace(/[™®©\u00ad\u200b]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Reads a row of the published table. Returns null for a game that the list leaves out: few owners, no name, or made for adults. */
export function steamListGameOf(row: Record<string, string>): SteamListGame | null {
  const [appId, owners] = [Number(row.app_id), Number(row.min_owners)]
  const name = nameOf(row.name ?? '')
  const releasedOn = dayOf(row.release_date ?? '')
  if (!Number.isInteger(appId) || appId < 1 || !(owners >= MIN_OWNERS) || releasedOn === null) return null
  if (!/[\p{L}\p{N}]/u.test(name) || isAdultName(name)) return null
  return { appId, name, releasedOn, owners, hours: row.hltb_single ? Number(row.hltb_single) : null }
}

/** Returns the file of the list. */
export function steamListBytes(games: readonly SteamListGame[]): Buffer {
  const lines = games
    .toSorted(ascending(({ appId }) => appId))
    .map((game) => [game.appId, game.releasedOn, game.owners, game.hours ?? '', game.name].join('\t'))
  return gzipSync(`${lines.join('\n')}\n`, { level: 9 })
}

export interface SteamList {
  /** A hash of the file and of the way it is loaded. */
  contentHash: string
  parse: () => Promise<SteamListGame[]>
}

export async function readSteamList(): Promise<SteamList> {
  const bytes = await readFile(LIST)
  return {
    contentHash: createHash('sha256').update(String(LOADED_AS)).update(bytes).digest('hex'),
    parse: async () => {
      const text = (await promisify(gunzip)(bytes)).toString('utf8')
      return text.split('\n').filter(Boolean).map(parsedLine)
    },
  }
}

function parsedLine(line: string): SteamListGame {
  const [appId, releasedOn = '', owners, hours, name = ''] = line.split('\t')
  return { appId: Number(appId), name, releasedOn, owners: Number(owners), hours: hours ? Number(hours) : null }
}
