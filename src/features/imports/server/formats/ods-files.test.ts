import { describe, expect, test } from 'vitest'
import { readImport } from '#tests/support/import-files.ts'
import { zipOf } from '#tests/support/zip.ts'

const NAMESPACES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
const text = (words: string) =>
  `<table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell>`
const row = (...cells: string[]) => `<table:table-row table:style-name="ro1">${cells.join('')}</table:table-row>`
const EMPTY = '<table:table-cell/>'

/** A file as LibreOffice writes it: the columns and rows up to the end of the sheet are repeated empty ones. */
function odsOf(...rows: string[]): Buffer {
  const rest =
    '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
  const sheet = `<table:table table:name="Games"><table:table-column table:number-columns-repeated="16384"/>${rows.join('')}${rest}</table:table>`
  const xml = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${NAMESPACES} office:version="1.3"><office:body><office:spreadsheet>${sheet}</office:spreadsheet></office:body></office:document-content>`
  const manifest =
    '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>'
  return zipOf([
    { name: 'mimetype', bytes: Buffer.from('application/vnd.oasis.opendocument.spreadsheet') },
    { name: 'content.xml', bytes: Buffer.from(xml) },
    { name: 'META-INF/manifest.xml', bytes: Buffer.from(manifest) },
  ])
}

const arrived = async (bytes: Buffer) => {
  const { records } = await readImport(bytes, 'games.ods')
  return records.map(({ title, status, rating, hours, playthroughs }) => ({
    title,
    status,
    rating,
    hours,
    playthroughs,
  }))
}

describe('a table of LibreOffice', () => {
  test('is read with its dates, numbers, durations and empty cells', async () => {
    const number = (value: string, shown: string) =>
      `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`
    const date =
      '<table:table-cell office:value-type="date" office:date-value="2023-03-05"><text:p>05/03/23</text:p></table:table-cell>'
    const duration =
      '<table:table-cell office:value-type="time" office:time-value="PT12H30M00S"><text:p>12:30:00</text:p></table:table-cell>'
    const rows = await arrived(
      odsOf(
        row(text('Title'), text('Status'), text('Score'), text('Playtime'), text('Finished on')),
        row(text('Otter &amp; Sons'), text('Completed'), number('8', '8,0'), duration, date),
        row(text('Heron'), text('Playing'), EMPTY, number('2.5', '2,50'), EMPTY),
        row(text('Lynx'), text('Backlog'), '<table:table-cell table:number-columns-repeated="3"/>'),
      ),
    )
    expect(rows).toMatchObject([
      {
        title: 'Otter & Sons',
        status: 'completed',
        rating: 8,
        hours: 12.5,
        playthroughs: [{ finished_on: '2023-03-05' }],
      },
      { title: 'Heron', status: 'playing', rating: null, hours: 2.5 },
      { title: 'Lynx', status: 'want_to_play', rating: null, hours: null },
    ])
  })

  test('has repeated rows as often as they stand, and a title in several spans as one', async () => {
    const rows = await arrived(
      odsOf(
        row(text('Game'), text('Status')),
        row(
          '<table:table-cell office:value-type="string"><text:p>The <text:span>Long</text:span><text:s/>Dark</text:p></table:table-cell>',
          text('Completed'),
        ),
        `<table:table-row table:number-rows-repeated="2">${EMPTY}${EMPTY}</table:table-row>`,
        row(text('Stoat'), text('Dropped')),
      ),
    )
    expect(rows.map(({ title, status }) => [title, status])).toEqual([
      ['The Long Dark', 'completed'],
      ['Stoat', 'dropped'],
    ])
  })
})
