import { zipOf } from '../zip.ts'
import { type Column, LANGUAGES } from './languages.ts'
import { libraryOf, type WrittenFile } from './library.ts'
import type { Random } from './random.ts'
import { mannerOf, rowOf } from './sheets.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A cell of a workbook: a text, a number, or a day. */
export type SheetCell = string | number | { day: string } | null

/** The number of a day in a workbook: days since the end of 1899. */
const serialOf = (day: string) => Date.parse(day) / 86_400_000 + 25_569

const columnName = (at: number) => String.fromCharCode(65 + at)

function xlsxCell(cell: SheetCell, place: string, shared: string[]): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell !== 'string') return `<c r="${place}" s="1"><v>${serialOf(cell.day)}</v></c>`
  shared.push(cell)
  return `<c r="${place}" t="s"><v>${shared.length - 1}</v></c>`
}

/** Makes a workbook of Excel with these sheets. */
export function xlsxOf(sheets: readonly { name: string; rows: readonly (readonly SheetCell[])[] }[]): Buffer {
  const shared: string[] = []
  const part = (name: string, text: string) => ({ name, bytes: Buffer.from(XML + text) })
  const bodies = sheets.map(({ rows }, n) => {
    const lines = rows.map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((cell, place) => xlsxCell(cell, `${columnName(place)}${at + 1}`, shared)).join('')}</row>`,
    )
    return part(
      `xl/worksheets/sheet${n + 1}.xml`,
      `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
    )
  })
  const list = sheets
    .map(({ name }, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
    .join('')
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const relations = [
    ...sheets.map((_, n) => relation(`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`)),
    relation('rIdS', 'styles', 'styles.xml'),
    relation('rIdT', 'sharedStrings', 'sharedStrings.xml'),
  ].join('')
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const override = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${kind}.${type}+xml"/>`
  return zipOf([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${sheets.map((_, n) => override(`xl/worksheets/sheet${n + 1}.xml`, 'worksheet')).join('')}${override('xl/styles.xml', 'styles')}${override('xl/sharedStrings.xml', 'sharedStrings')}</Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    part('xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${list}</sheets></workbook>`),
    part('xl/_rels/workbook.xml.rels', `<Relationships xmlns="${PACKAGE}/relationships">${relations}</Relationships>`),
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    part(
      'xl/sharedStrings.xml',
      `<sst xmlns="${MAIN}">${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ),
    ...bodies,
  ])
}

function odsCell(cell: SheetCell): string {
  if (cell === null || cell === '') return '<table:table-cell/>'
  if (typeof cell === 'number')
    return `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`
  if (typeof cell !== 'string') {
    const [y, m, d] = cell.day.split('-')
    return `<table:table-cell office:value-type="date" office:date-value="${cell.day}"><text:p>${d}.${m}.${y}</text:p></table:table-cell>`
  }
  const paragraphs = cell.split('\n').map((line) => `<text:p>${escaped(line)}</text:p>`)
  return `<table:table-cell office:value-type="string">${paragraphs.join('')}</table:table-cell>`
}

/** Makes a workbook of LibreOffice with one sheet. */
export function odsOf(rows: readonly (readonly SheetCell[])[]): Buffer {
  const space = (name: string) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
  const body = rows.map((row) => `<table:table-row>${row.map(odsCell).join('')}</table:table-row>`).join('')
  const type = 'application/vnd.oasis.opendocument.spreadsheet'
  return zipOf([
    { name: 'mimetype', bytes: Buffer.from(type) },
    {
      name: 'META-INF/manifest.xml',
      bytes: Buffer.from(
        `${XML}<manifest:manifest ${space('manifest')}><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/></manifest:manifest>`,
      ),
    },
    {
      name: 'content.xml',
      bytes: Buffer.from(
        `${XML}<office:document-content ${space('office')} ${space('table')} ${space('text')}><office:body><office:spreadsheet><table:table table:name="Games">${body}</table:table></office:spreadsheet></office:body></office:document-content>`,
      ),
    },
  ])
}

/** A list in a workbook, whose numbers and days are numbers. */
export function writeWorkbook(random: Random): WrittenFile {
  const language = random.pick(LANGUAGES)
  const manner = { ...mannerOf(random, language), hours: 'decimal', rating: 'ten', encoding: 'utf-8' as const }
  const games = libraryOf(random)
  const columns: Column[] = ['title', 'platform', 'status', 'rating', 'hours', 'started', 'finished', 'notes']
  const used = columns.filter((column) => column === 'title' || column === 'status' || random.chance(0.75))
  const written = games.map((game) => rowOf(game, manner, used))
  const days = { started: 'started', finished: 'finished' } as const
  const header = used.map((column) => manner.columns[column].replace(/ \(.*| \/5/, ''))
  const rows = games.map((game, at) =>
    used.map((column, place): SheetCell => {
      if (column === 'rating' || column === 'hours') return game[column]
      if (column in days) {
        const day = game[days[column as 'started']]
        return day === null ? null : { day }
      }
      return written[at]?.cells[place] ?? null
    }),
  )
  const table = [header, ...rows]
  const isOds = random.chance(0.35)
  const before = { name: 'Info', rows: [['My lists, since 2012']] }
  const others = random.chance(0.2)
    ? [
        {
          name: 'Notes',
          rows: [
            ['Something', 'else'],
            ['a', 'b'],
          ],
        },
      ]
    : []
  const sheets = [...(random.chance(0.1) ? [before] : []), { name: 'Games', rows: table }, ...others]
  return {
    writer: isOds ? 'LibreOffice' : 'Excel',
    name: isOds ? 'games.ods' : 'games.xlsx',
    bytes: isOds ? odsOf(table) : xlsxOf(sheets),
    stated: written.map(({ stated }) => stated),
    manner: `${language.name}, ${sheets.length} sheets`,
  }
}
