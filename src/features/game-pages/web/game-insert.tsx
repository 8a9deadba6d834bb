import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Game, Term } from '#features/catalogue/catalogue.contract.ts'
import { releaseDateText, scoreSource, unique } from '#features/catalogue/catalogue.rules.ts'
import type { GameFacts } from '#features/catalogue/game-facts.contract.ts'
import { shortTerm } from '#features/catalogue/names.rules.ts'
import { factsQuery } from '#features/catalogue/web/game-facts.api.ts'
import type { GameId } from '#shared/ids.ts'
import { cx } from '#web/ui/class-names.ts'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import { criticsText, playersAtText, playersScoreText, playersTexts } from '../game-insert.texts.ts'
import { AgePlates, Languages, Links, Releases, SITES, STORES } from './game-insert-parts.tsx'
import { platformNames } from './game-platforms.ts'
import { MoreActions } from './more-actions.tsx'

/** The number of shown items of each kind (000 §9). */
const SHOWN = { genres: 4, platforms: 6, developers: 3 }
const SINGLE_PLAYER = 1

interface Item {
  label: string
  value: ReactNode
  /** Below its label, because it needs the width. */
  isWide?: boolean
}

/** The facts of a game like the insert of a box: label and value in two columns. What is unknown is absent. */
export function GameInsert({ game }: { game: Game }) {
  const { data: facts } = useQuery(factsQuery(game.id as GameId))
  const now = useNow()
  const items = [...generalItems(game, facts, now), ...(facts ? pageItems(game, facts) : [])]
  return (
    <Section title="Game Info">
      <dl className="insert">
        {items
          .filter(({ value }) => value !== null && value !== undefined && value !== '' && value !== false)
          .map(({ label, value, isWide }) => (
            <div key={label} className={cx(isWide && 'insert-wide')}>
              <dt className="fact">{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
      </dl>
      <MoreActions key={game.id} game={game} />
    </Section>
  )
}

function generalItems(game: Game, facts: GameFacts | undefined, now: Date): Item[] {
  const hasTable = facts !== undefined && facts.releases.length > 0
  const companies = (role: 'developer' | 'publisher') =>
    some(
      game.involved_companies.filter((each) => each[role]).map((each) => each.company.name),
      SHOWN.developers,
    )
  return [
    { label: 'Released', value: !hasTable && releaseDateText(game.first_release_date, now) },
    { label: 'Developer', value: companies('developer') },
    { label: 'Publisher', value: companies('publisher') },
    { label: 'Genres', value: terms(game.genres) },
    { label: 'Themes', value: terms(game.themes) },
    { label: 'Perspective', value: facts?.perspectives.join(', ') },
    { label: 'Platforms', value: !hasTable && some(platformNames(game), SHOWN.platforms) },
    // The number of players says more.
    { label: 'Modes', value: !facts?.multiplayer.length && terms(game.game_modes) },
    // A shelf has the games of the series.
    { label: 'Series', value: !facts?.series && game.series },
    { label: 'Engine', value: facts?.engines.join(', ') },
  ]
}

function pageItems(game: Game, facts: GameFacts): Item[] {
  const { critics, players, multiplayer, age_ratings, languages, releases, links } = facts
  const canPlayAlone = game.game_modes.some(({ id }) => id === SINGLE_PLAYER)
  const together = playersTexts(multiplayer, canPlayAlone)
  const has = (kinds: ReadonlySet<string>) => links.some(({ kind }) => kinds.has(kind))
  return [
    {
      label: 'Players',
      value: multiplayer.length > 0 && (
        <>
          {together.most}
          {together.ways && <span className={cx(together.most && 'block text-text-2')}>{together.ways}</span>}
        </>
      ),
    },
    { label: 'Critics', value: critics && criticsText(critics.rating, critics.count) },
    { label: playersAtText(scoreSource(game)), value: players && playersScoreText(players.rating, players.count) },
    { label: 'Ages', value: age_ratings.length > 0 && <AgePlates ratings={age_ratings} /> },
    { label: 'Stores', value: has(STORES) && <Links links={links} kinds={STORES} /> },
    { label: 'Sites', value: has(SITES) && <Links links={links} kinds={SITES} /> },
    { label: 'Releases', isWide: true, value: releases.length > 0 && <Releases releases={releases} /> },
    { label: 'Languages', isWide: true, value: languages.length > 0 && <Languages languages={languages} /> },
  ]
}

const some = (names: readonly string[], most: number) => unique(names).slice(0, most).join(', ')
const terms = (of: readonly Term[]) =>
  some(
    of.map(({ name }) => shortTerm(name)),
    SHOWN.genres,
  )
