import type { Preset } from '../../imported-record.rules.ts'
import { backloggdCsv } from './presets/backloggd-csv.ts'
import { backloggdJson, backloggdTransfer } from './presets/backloggd-json.ts'
import { completionator } from './presets/completionator.ts'
import { darkadia } from './presets/darkadia.ts'
import { gg } from './presets/gg.ts'
import { gog, gogFirst } from './presets/gog.ts'
import { grouvee } from './presets/grouvee.ts'
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
import type { JsonOutline } from './reading/json-lists.ts'
import type { FileContent, Upload } from './reading/read-file.ts'
import type { JsonFormat } from './records/json-format.ts'
import type { TableFormat } from './records/table-format.ts'

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
    ([id, game]) => hasColumns(igdbList.signature)([id ?? '', game ?? '']),
  ),
]

/** The formats of JSON, the most specific first. */
const JSON_FORMATS: readonly JsonFormat[] = [
  savepoint,
  backloggdTransfer,
  nexoriousJson,
  backloggdJson,
  vglist,
  ryot,
  gg,
  rawg,
  steam,
]

/** Returns the table that a header belongs to. */
export const tableOf = (header: readonly string[]): TableSignature | undefined =>
  TABLES.find(({ matches }) => matches(header))

/** Returns the JSON format with the path of its list. */
export function jsonFormatOf(outline: JsonOutline): { format: JsonFormat; list: string } | undefined {
  for (const format of JSON_FORMATS) {
    const list = format.listIn(outline)
    if (list !== null) return { format, list }
  }
  return undefined
}

/** Returns our own export among the files of an archive. */
export const ownFileOf = (files: readonly FileContent[]): FileContent | undefined =>
  files.find((file) => file.kind === 'json' && savepoint.listIn(file.outline) !== null)

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
