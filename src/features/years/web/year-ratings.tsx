import { gamesText, plural } from '#shared/counted.ts'
import { Stars } from '#web/ui/rating.tsx'
import { Section } from '#web/ui/section.tsx'
import type { YearLibrary } from '../years.contract.ts'
import { YEAR_TEXTS } from '../years.texts.ts'
import { StarBars } from './year-charts.tsx'
import { Highlight } from './year-highlights.tsx'
import { averageText } from './year-words.ts'

type Ratings = NonNullable<YearLibrary['ratings']>

/** Renders the stars of the year, and how they differ from those of others. */
export function RatingsPart({ ratings, name }: { ratings: Ratings; name: string }) {
  const { community, above, below } = ratings
  return (
    <Section title="Ratings">
      <div className="year-halves">
        <div>
          <p className="hist-head">
            <span className="hist-average">
              <span className="visually-hidden">Average: </span>
              {averageText(ratings.average)}
            </span>
            <Stars value={ratings.average} />
            <span className="num ml-auto">{gamesText(ratings.count)}</span>
          </p>
          <StarBars histogram={ratings.histogram} />
        </div>
        {community && (
          <div>
            <p className="max-w-[42ch] pb-4 text-text-2">{communityText(community, name)}</p>
            <ul className="year-highlights">
              {above && <Contrast label="Far above others" contrast={above} />}
              {below && <Contrast label="Far below others" contrast={below} />}
            </ul>
          </div>
        )}
      </div>
    </Section>
  )
}

/** One sentence about the member's stars and those of others. */
function communityText({ games, own, others }: NonNullable<Ratings['community']>, name: string): string {
  const [mine, theirs] = [averageText(own), averageText(others)]
  const of = `${plural(games, 'the one game', `${games} games`)} that others have rated`
  if (mine === theirs) return YEAR_TEXTS.asOthers(name, of, mine)
  return YEAR_TEXTS.unlikeOthers(name, of, mine, plural(games, 'it', 'them'), theirs)
}

function Contrast({ label, contrast }: { label: string; contrast: NonNullable<Ratings['above']> }) {
  const text = `${contrast.stars} against ${averageText(contrast.community)}`
  return <Highlight label={label} game={contrast.game} text={text} />
}
