import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import {
  type SteamListGame,
  steamListBytes,
  steamListGameOf,
} from '#features/catalogue/server/sources/local/steam/steam-list.ts'

/**
 * Creates the list of PC games that comes with Savepoint from `steam_2013_2023.csv.gz` (its NOTICE says where that is from). Run it
 * by hand when the list or its rules change:
 *
 * node scripts/steam-list.ts FILE
 */
const LIST = join(import.meta.dirname, '../src/features/catalogue/server/sources/local/steam/steam-games.tsv.gz')

const [path] = process.argv.slice(2)
if (!path) {
  console.error('Name the file: node scripts/steam-list.ts steam_2013_2023.csv.gz')
  process.exit(1)
}
const games: SteamListGame[] = []
const parser = parse({ columns: true, bom: true })
parser.on('data', (row: Record<string, string>) => {
  const game = steamListGameOf(row)
  if (game) games.push(game)
})
await pipeline(createReadStream(path), createGunzip(), parser)
const bytes = steamListBytes(games)
writeFileSync(LIST, bytes)
console.log(`${games.length} games, ${bytes.length} bytes`)
