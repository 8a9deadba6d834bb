import type { Clock } from '#server/clock.ts'
import type { Subject } from '#server/subjects.ts'
import { releaseDateText } from '../../catalogue.rules.ts'
import { GAME } from '../../catalogue.subject.ts'
import { refuseMissingGame } from '../cards/game-cards.ts'
import { listReportedGames } from './game-subject.queries.ts'

/** Lets members report wrong facts of a game, but not of one that a member has made. Admins read what it says now. */
export const gameSubject = ({ clock }: { clock: Clock }): Subject => ({
  kind: GAME,
  discussion: null,
  async requireAccess(db, _viewer, id) {
    const [found] = await listReportedGames(db, [id])
    return found ? { ownerId: null } : refuseMissingGame()
  },
  async loadContents(db, ids) {
    const rows = await listReportedGames(db, ids)
    return rows.map((row) => ({
      id: row.id,
      ownerId: null,
      title: row.name,
      text: [
        row.name,
        `Released: ${releaseDateText(row.first_release_date, clock())}`,
        `Platforms: ${row.platforms.join(', ') || 'none'}`,
        row.developer && `Developer: ${row.developer}`,
        `From: ${SOURCES[row.data_source] ?? 'a file'}`,
      ]
        .filter(Boolean)
        .join('\n'),
      href: `/game/${row.id}`,
      isHidden: false,
    }))
  },
  setHidden: null,
})

const SOURCES: Record<string, string> = { igdb: 'IGDB', rawg: 'RAWG' }
