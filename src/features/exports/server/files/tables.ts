import type { RawBuilder } from 'kysely'
import type { Db } from '#db/db.ts'
import { csvLine } from '#server/csv.ts'
import { readInBatches } from '#server/own-data.ts'
import { journalRows, type LibraryRow, libraryRows, listRows, reviewRows } from './tables.queries.ts'

/** What a cell is made of: dates as ISO 8601, flags as true and false, null as nothing. */
type Cell = string | number | boolean | Date | null

/** A table of a member's data: one line for each row of the query for which `cells` returns some. */
interface Table<Row> {
  rows: (userId: string) => RawBuilder<Row>
  header: readonly string[]
  cells: (row: Row) => readonly Cell[] | null
}

const textOf = (cell: Cell): string => (cell === null ? '' : cell instanceof Date ? cell.toISOString() : String(cell))

async function* written<Row>(table: Table<Row>, db: Db, userId: string): AsyncGenerator<string> {
  yield csvLine(table.header)
  for await (const rows of readInBatches<Row>(db, table.rows(userId).compile(db)))
    yield rows.flatMap((row) => lineOf(table.cells(row))).join('')
}

const lineOf = (cells: readonly Cell[] | null): string[] => (cells ? [csvLine(cells.map(textOf))] : [])

const hoursAndMinutes = (hours: number): [hours: number, minutes: number] => {
  const minutes = Math.round(hours * 60)
  return [Math.trunc(minutes / 60), minutes % 60]
}

const BACKLOGGD_HEADER =
  'ID,Game Name,Played,Currently Playing,In Backlog,In Wishlist,Liked,Rating,Mastered,Start Date,Finish Date,' +
  'Total Hours,Total Minutes,Playthrough Hours,Playthrough Minutes,Playthrough Hours to Finish,' +
  'Playthrough Minutes to Finish,Playthrough Hours to Master,Playthrough Minutes to Master,Replay,Review,' +
  'Review Contains Spoilers,Backloggd URL'

/** A game as the extension Backloggd Plus writes it, with its first playthrough. */
const backloggd: Table<LibraryRow> = {
  rows: libraryRows,
  header: BACKLOGGD_HEADER.split(','),
  cells: (row) => {
    if (row.place > 1) return null
    const [hours, minutes] = hoursAndMinutes(row.play_time)
    const status = row.status
    return [
      ...[row.igdb, row.name, status === 'completed' || status === 'dropped', status === 'playing'],
      ...[status === 'want_to_play', false, row.is_liked, row.user_rating, row.is_mastered],
      ...[row.started_on, row.finished_on, hours || '', minutes || '', '', '', '', '', '', '', row.is_replay],
      ...[row.review_text, row.is_spoiler, row.slug && `https://www.backloggd.com/games/${row.slug}/`],
    ]
  },
}

const YAMTRACK_HEADER =
  'media_id,source,media_type,title,image,season_number,episode_number,score,progress,status,start_date,end_date,' +
  'notes,progressed_at,created_at'
const YAMTRACK_STATUSES: Readonly<Record<string, string>> = {
  want_to_play: 'Planning',
  playing: 'In progress',
  completed: 'Completed',
  dropped: 'Dropped',
}

/** A playthrough as Yamtrack writes it. The first one of a game has its hours, its notes and its rating. */
const yamtrack: Table<LibraryRow> = {
  rows: libraryRows,
  header: YAMTRACK_HEADER.split(','),
  cells: (row) => {
    const isFirst = row.place === 1
    const [hours, minutes] = hoursAndMinutes(isFirst ? row.play_time : 0)
    const progress = hours + minutes === 0 ? '' : `${hours}h ${String(minutes).padStart(2, '0')}min`
    return [
      ...[row.igdb ?? row.game_id, row.igdb ? 'igdb' : 'manual', 'game', row.name, '', '', ''],
      ...[isFirst ? row.user_rating : null, progress, YAMTRACK_STATUSES[row.status] ?? ''],
      ...[row.started_on, row.finished_on, isFirst ? row.notes : null, row.last_played_at, row.created_at],
    ]
  },
}

const names = (text: string) => text.split(',')

/** The tables, by the file that they become. */
export const TABLES = {
  backloggd: (db: Db, userId: string) => written(backloggd, db, userId),
  yamtrack: (db: Db, userId: string) => written(yamtrack, db, userId),
  reviews: (db: Db, userId: string) =>
    written(
      {
        rows: reviewRows,
        header: names(
          'game_id,igdb_id,game,rating,review,platform,hours,finish_level,spoils_to,is_public,created_at,updated_at',
        ),
        cells: (row) => [
          ...[row.game_id, row.igdb, row.name, row.rating, row.review_text, row.platform, row.hours, row.finish_level],
          ...[row.spoils_to, row.is_public, row.created_at, row.updated_at],
        ],
      },
      db,
      userId,
    ),
  journal: (db: Db, userId: string) =>
    written(
      {
        rows: journalRows,
        header: names('date,type,game_id,game,title,content,hours,progress,created_at'),
        cells: (row) => [
          ...[row.date, row.type, row.game_id, row.name, row.title, row.content, row.hours_played, row.progress],
          row.created_at,
        ],
      },
      db,
      userId,
    ),
  lists: (db: Db, userId: string) =>
    written(
      {
        rows: listRows,
        header: names('list_id,list,description,is_shared,is_ranked,position,game_id,game,note,added_at'),
        cells: (row) => [
          ...[row.list, row.title, row.description, row.is_shared, row.is_ranked, row.position, row.game_id, row.name],
          ...[row.note, row.added_at],
        ],
      },
      db,
      userId,
    ),
}
