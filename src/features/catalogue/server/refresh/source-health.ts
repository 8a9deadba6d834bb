import { UpstreamError } from '#server/upstream.ts'
import type { Source, SourceName } from '../sources/source.ts'

export type Health = 'unknown' | 'answering' | 'failing'

export interface SourceHealth {
  /** What the last question to a source came to. */
  of: (name: SourceName) => Health
  /** For /api/health: 'local' with no live source, else each with its health (G39). */
  text: () => string
}

/** The sources as they are, but what becomes of each question is remembered. */
export function watchSources(sources: readonly Source[]): { sources: readonly Source[]; health: SourceHealth } {
  const states = new Map<SourceName, Health>(sources.map(({ name }) => [name, 'unknown']))

  function watched(source: Source): Source {
    const noted =
      <A extends unknown[], R>(ask: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        try {
          const answer = await ask(...given)
          states.set(source.name, 'answering')
          return answer
        } catch (error) {
          // A question that it does not understand says nothing about the source.
          const isAnswer = error instanceof UpstreamError && error.kind === 'question'
          states.set(source.name, isAnswer ? 'answering' : 'failing')
          throw error
        }
      }
    return {
      name: source.name,
      fetchGame: noted(source.fetchGame),
      fetchGames: noted(source.fetchGames),
      searchGames: noted(source.searchGames),
      listGames: noted(source.listGames),
      fetchAchievements: noted(source.fetchAchievements),
      listTerms: noted(source.listTerms),
    }
  }

  return {
    sources: sources.map(watched),
    health: {
      of: (name) => states.get(name) ?? 'unknown',
      text: () => [...states].map(([name, health]) => `${name} ${health}`).join(', ') || 'local',
    },
  }
}
