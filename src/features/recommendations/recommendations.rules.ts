/** The longest line, in characters as a person counts them. */
export const LINE_MAX = 200
/** Recommendations of one member to another that are not answered. */
export const OPEN_MAX = 10

/** What a friend answers: it goes to the backlog, or not; after the game is finished thanks, or nothing. */
export const ANSWERS = ['backlog', 'no', 'thanks', 'hide'] as const
export type Answer = (typeof ANSWERS)[number]

/** What became of a recommendation. To the sender `declined` looks like `open`, and `hidden` like `accepted`. */
export const STATES = ['open', 'accepted', 'declined', 'thanked', 'hidden'] as const
export type RecommendationState = (typeof STATES)[number]

/**
 * Returns the state after an answer, or null if this state does not allow the answer. `isFinished`: the friend has completed the
 * game. Only then the friend can thank, or hide an accepted recommendation without thanks.
 */
export function stateAfter(
  state: RecommendationState,
  answer: Answer,
  isFinished: boolean,
): RecommendationState | null {
  if (answer === 'thanks') return isFinished && state !== 'thanked' ? 'thanked' : null
  if (answer === 'hide') return isFinished && state === 'accepted' ? 'hidden' : null
  if (state !== 'open') return null
  return answer === 'backlog' ? 'accepted' : 'declined'
}
