import type { Preset } from '../../imported-record.rules.ts'
import { listsOfGames, tableOfLists } from './mapped/json-table.ts'
import { backloggdCsv } from './presets/backloggd-csv.ts'
import { backloggdJson, backloggdTransfer } from './presets/backloggd-json.ts'
import { backloggdViewer } from './presets/backloggd-viewer.ts'
import { completionator } from './presets/completionator.ts'
import { darkadia } from './presets/darkadia.ts'
import { gg } from './presets/gg.ts'
import { gog, gogFirst } from './presets/gog.ts'
import { grouvee, grouveeJson } from './presets/grouvee.ts'
import { howlongtobeat, howlongtobeatOf } from './presets/howlongtobeat.ts'
import { igdbList, igdbListOf } from './presets/igdb-list.ts'
import { infiniteBacklog } from './presets/infinite-backlog.ts'
import { isNeodb } from './presets/neodb.ts'
import { nexoriousCsv } from './presets/nexorious-csv.ts'
import { nexoriousJson } from './presets/nexorious-json.ts'
import { isPlaynite, playniteOf } from './presets/playnite.ts'
import { rawg } from './presets/rawg.ts'
import { ryot } from './presets/ryot.ts'
import { savepoint } from './presets/savepoint.ts'
import { steam } from './presets/steam.ts'
import { vglist } from './presets/vglist.ts'
import { yamtrack } from './presets/yamtrack.ts'
import { joinedTables } from './reading/joined-tables.ts'
import type { JsonOutline } from './reading/json-lists.ts'
import type { FileContent, Upload } from './reading/read-file.ts'
import { refuseFile } from './reading/refuse-file.ts'
import type { Table } from './reading/table.ts'
import { columnsOf } from './records/columns.ts'
import type { JsonFormat } from './records/json-format.ts'
import type { TableFormat } from './records/table-format.ts'
import { countNames } from './words/column-names.ts'

/** A table of a tracker, and how its format follows from the header and the name of the file. */
interface TableSignature {
  preset: Preset
  matches: (header: readonly string[]) => boolean
  formatOf: (header: readonly string[], fileName: string) => TableFormat
}

const hasColumns = (signature: readonly string[]) => (header: readonly string[]) => {
  const names = new Set(header.map((name) => name.toLowerCase()))
  return signature.every((name) => names.has(name))
}

const signed = (
  format: TableFormat,
  formatOf: TableSignature['formatOf'] = () => format,
  matches = hasColumns(format.signature),
): TableSignature => ({ preset: format.preset, matches, formatOf })

/** The signatures of all tables, the most specific first. */
const TABLES: readonly TableSignature[] = [
  signed(darkadia),
  signed(howlongtobeat, howlongtobeatOf),
  signed(yamtrack),
  signed(grouvee),
  signed(completionator),
  signed(backloggdCsv),
  signed(nexoriousCsv),
  { preset: 'playnite', matches: isPlaynite, formatOf: playniteOf },
  signed(infiniteBacklog),
  signed(gog),
  signed(gogFirst),
  signed(
    igdbList,
    (_, fileName) => igdbListOf(fileName),
    // Many lists that people write begin with these two names. A list of IGDB also has facts about its games.
    (header) =>
      hasColumns(igdbList.signature)(header.slice(0, 2)) &&
      IGDB_FACTS.filter((name) => header.includes(name)).length >= 2,
  ),
]

const IGDB_FACTS = ['url', 'category', 'release_date', 'genres', 'themes', 'companies', 'description']

/** The formats of JSON, the most specific first. */
const JSON_FORMATS: readonly JsonFormat[] = [
  savepoint,
  backloggdTransfer,
  nexoriousJson,
  backloggdJson,
  backloggdViewer,
  grouveeJson,
  vglist,
  ryot,
  gg,
  rawg,
  steam,
]

/** How a file is to be read: as the member says, or as it is recognised. */
export interface Chosen {
  /** The format that the member has chosen: that of a tracker, or 'mapped' for a mapping of the columns. */
  as?: Preset | undefined
  /** The part of an archive, or the sheet of a workbook. */
  part?: string | undefined
}

/** Returns the table that a header belongs to, or the one that the member has chosen. */
export const tableOf = (header: readonly string[], as?: Preset): TableSignature | undefined =>
  TABLES.find(({ matches, preset }) => (as === undefined ? matches(header) : preset === as))

/** Returns the JSON format with the path of its list; only the chosen one if the member has chosen. */
export function jsonFormatOf(outline: JsonOutline, as?: Preset): { format: JsonFormat; list: string } | undefined {
  for (const format of JSON_FORMATS) {
    const list = as === undefined || format.preset === as ? format.listIn(outline) : null
    if (list !== null) return { format, list }
  }
  return undefined
}

/** Returns the trackers as whose file this one can be read: the name of the game is where they have it. */
export function readableAs(content: FileContent): Preset[] {
  if (content.kind === 'json' && isKnownJson(content.outline))
    return [jsonFormatOf(content.outline)?.format.preset as Preset]
  const header = tableIn(content)?.header ?? []
  const readable = TABLES.filter(({ matches, formatOf }) => {
    const { uses } = columnsOf(header, formatOf(header, content.name))
    return (
      matches(header) || (uses.includes('title') && uses.filter((use) => use !== undefined).length * 2 > header.length)
    )
  })
  return [...new Set(readable.map(({ preset }) => preset))]
}

/** Returns the table of a file; of JSON the lists of games as one, null if it has none. */
export function tableIn(content: FileContent): Table | null {
  if (content.kind === 'table') return content.table
  const lists = listsOfGames(content.outline)
  return lists && tableOfLists(content.text, lists)
}

/** Returns the other files of an archive that are recognised as files of this tracker. */
export const sameTracker = (files: readonly FileContent[], part: FileContent, preset: Preset): FileContent[] =>
  preset === 'mapped' || preset === 'savepoint'
    ? []
    : files.filter(
        (file) =>
          file !== part &&
          (file.kind === 'table' ? tableOf(file.table.header)?.preset === preset : isKnownJson(file.outline, preset)),
      )

/** Returns our own export among the files of an archive. */
const ownFileOf = (files: readonly FileContent[]): FileContent | undefined =>
  files.find((file) => file.kind === 'json' && savepoint.listIn(file.outline) !== null)

/**
 * Returns the part of an archive or a workbook that has the games: the chosen one, our own export, else a file of a known
 * tracker, else the one with most names of columns. Refuses an archive of which no part looks like a list of games.
 */
export function bestPartOf(files: readonly FileContent[], { as, part }: Chosen = {}): FileContent {
  const chosen = files.find(({ name }) => name === part)
  if (chosen) return chosen
  const scored = files.map((file, at) => ({ file, score: scoreOf(file, as) - at / 1000 }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  const own = as === undefined ? ownFileOf(files) : undefined
  return own ?? (best.score > 0 ? best.file : refuseFile('import_zip_without_games'))
}

/** Puts the tables that are one library together before all files; not those of a known tracker. */
export function withJoined(files: readonly FileContent[]): readonly FileContent[] {
  const joined = joinedTables(
    files.filter((file) => file.kind === 'table').filter(({ table }) => !tableOf(table.header)),
  )
  return joined ? [joined, ...files] : files
}

/** A file of a known tracker is worth more than any number of columns. */
const KNOWN = 1000

function scoreOf(file: FileContent, as?: Preset): number {
  const wanted = as === 'mapped' ? undefined : as
  if (file.kind === 'table') return tableOf(file.table.header, wanted) ? KNOWN : countNames(file.table.header)
  // Beside a table of the same tracker the JSON says more.
  if (isKnownJson(file.outline, wanted)) return KNOWN + 1
  const [list] = listsOfGames(file.outline)?.paths ?? []
  return list === undefined ? 0 : countNames(Object.keys(file.outline.lists.get(list) ?? {}))
}

/** A file of a private profile is refused when it is opened, and is no reason to refuse an archive. */
function isKnownJson(outline: JsonOutline, as?: Preset): boolean {
  try {
    return jsonFormatOf(outline, as) !== undefined
  } catch {
    return false
  }
}

/** Returns every preset whose signature a file has, for the test that there is never more than one. */
export function presetsOf(upload: Upload): Preset[] {
  if (upload.kind === 'zip') {
    const own = ownFileOf(upload.files) ? (['savepoint'] as const) : []
    return isNeodb(upload.files.map(({ name }) => name)) ? ['neodb', ...own] : [...own]
  }
  if (upload.kind === 'table')
    return TABLES.filter(({ matches }) => matches(upload.table.header)).map(({ preset }) => preset)
  return JSON_FORMATS.filter((format) => format.listIn(upload.outline) !== null).map(({ preset }) => preset)
}
