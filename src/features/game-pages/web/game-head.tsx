import { useQuery } from '@tanstack/react-query'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { chooseCover, yearText } from '#features/catalogue/catalogue.rules.ts'
import type { ReviewSummary } from '#features/reviews/reviews.contract.ts'
import { reviewSummaryQuery } from '#features/reviews/web/reviews.api.ts'
import { Head, shorten } from '#web/head.tsx'
import { useEnv } from '#web/use-env.ts'
import { GAME_PARTS_TEXTS } from '../game-parts.texts.ts'

/** The length of a description in search results and previews, in code points. */
const DESCRIPTION = 200

/** The metadata of the game's page for search engines and previews. */
export function GameHead({ game }: { game: Game }) {
  const { origin } = useEnv()
  const image = chooseCover(game) ?? game.coverImage
  // Only the server writes it, because nothing in the browser reads it.
  const { data: ratings } = useQuery(reviewSummaryQuery(game.id))
  const html = import.meta.env.SSR
    ? JSON.stringify(videoGame(game, origin, image, ratings)).replace(/</g, '\\u003c')
    : ''
  return (
    <>
      <Head
        title={`${game.name} (${yearText(game.year)})`}
        description={game.summary ? shorten(game.summary, DESCRIPTION) : GAME_PARTS_TEXTS.about(game.name)}
        path={`/game/${game.id}`}
        image={image}
        // Only the server writes it, because only robots read it.
        {...(import.meta.env.SSR && { preview: `/api/games/${game.id}/picture` })}
      />
      <script
        type="application/ld+json"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single '<'
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </>
  )
}

/** Builds schema.org/VideoGame and omits unknown facts. */
function videoGame(game: Game, origin: string, image: string, ratings?: ReviewSummary): Record<string, unknown> {
  const names = (of: readonly { name: string }[]) => (of.length > 0 ? of.map(({ name }) => name) : undefined)
  const companies = (role: 'developer' | 'publisher') => {
    const some = game.involved_companies.filter((each) => each[role]).map(({ company }) => company.name)
    return some.length > 0 ? some.map((name) => ({ '@type': 'Organization', name })) : undefined
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoGame',
    name: game.name,
    url: `${origin}/game/${game.id}`,
    image: origin + image,
    description: game.summary ?? undefined,
    datePublished: game.released ?? undefined,
    alternateName: game.alternative_names.length > 0 ? game.alternative_names : undefined,
    genre: names(game.genres),
    gamePlatform: names(game.platforms),
    playMode: names(game.game_modes),
    author: companies('developer'),
    publisher: companies('publisher'),
    // The members' stars: the score of a source is that of another site.
    aggregateRating: ratings?.average
      ? {
          '@type': 'AggregateRating',
          ratingValue: ratings.average,
          bestRating: 5,
          worstRating: 0.5,
          ratingCount: ratings.ratings,
          ...(ratings.total > 0 && { reviewCount: ratings.total }),
        }
      : undefined,
  }
}
