import { ownTextOf, sentenceText } from '#features/activity/activity.rules.ts'
import { activityPath } from '#features/activity/address.rules.ts'
import type { ActivityView } from '#features/activity/server/activity.service.ts'
import type { PlacedGame } from '#features/lists/server/games/list-games.service.ts'
import type { Covers, ListRow } from '#features/lists/server/lists.service.ts'
import type { ReviewView } from '#features/reviews/server/reviews.service.ts'
import { FOLD_TEXTS, type Fold } from '#features/spoilers/spoilers.rules.ts'
import { foldSentence } from '#features/spoilers/spoilers.texts.ts'
import type { AtomEntry } from '#server/atom-document.ts'
import { escaped } from '#server/xml.ts'
import { gamesText } from '#shared/counted.ts'
import type { ListId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { starsText } from '#shared/sentences.ts'

const idOf = (uuid: string): string => `urn:uuid:${uuid}`

/** The paragraph takes its direction from its first letters. */
const paragraph = (html: string): string => `<p dir="auto">${html}</p>`
const plainParagraph = (text: string): string => paragraph(escaped(text).replaceAll('\n', '<br />'))

/** A review without its text where the text reveals a part of the game: nobody knows how far its reader has come. */
function reviewHtml(review: { review_text: string; fold: Fold | null }, href: string): string {
  if (!review.fold) return `<div dir="auto">${review.review_text}</div>`
  return paragraph(`${escaped(foldSentence(review.fold))} <a href="${escaped(href)}">${FOLD_TEXTS.show}</a>`)
}

export function reviewEntry(review: ReviewView, origin: string): AtomEntry {
  const href = `${origin}/reviews/${review.id}`
  return {
    id: idOf(review.id),
    title: `${review.game_details.name}: ${starsText(review.rating)}`,
    href,
    published: new Date(review.created_at),
    updated: new Date(review.updated_at),
    html: reviewHtml(review, href),
  }
}

export function listEntry(list: ListRow, covers: Covers, origin: string): AtomEntry {
  const first = covers.get(list.id) ?? []
  const tag = list.is_ranked ? 'ol' : 'ul'
  const games = first.map(({ name }) => `<li dir="auto">${escaped(name)}</li>`).join('')
  const more = list.games_count - first.length
  return {
    id: idOf(list.id),
    title: list.title,
    href: `${origin}/lists/${list.id}`,
    published: list.created_at,
    updated: list.grown_at && list.grown_at > list.changed_at ? list.grown_at : list.changed_at,
    html: [
      list.description && plainParagraph(list.description),
      games && `<${tag}>${games}</${tag}>`,
      (more > 0 || first.length === 0) &&
        plainParagraph(first.length > 0 ? `And ${gamesText(more)} more` : gamesText(0)),
    ]
      .filter(Boolean)
      .join(''),
  }
}

/** A game that came to a list, with the note on it. */
export function listGameEntry(listId: ListId, { row, card }: PlacedGame, origin: string): AtomEntry {
  return {
    id: `${idOf(listId)}#${card.id}`,
    title: card.name,
    href: `${origin}/game/${card.id}`,
    published: row.added_at,
    updated: row.added_at,
    html: row.note ? plainParagraph(row.note) : '',
  }
}

export function activityEntry(activity: ActivityView, origin: string): AtomEntry {
  const { type, details, review } = activity
  const href = review ? `${origin}/reviews/${review.id}` : origin + activityPath(activity.id)
  const title = `${memberName(activity.user)} ${sentenceText(type, details, activity.game_name)}`
  const words = ownTextOf(details)
  return {
    id: idOf(activity.id),
    title,
    href,
    published: new Date(activity.created_at),
    updated: new Date(activity.created_at),
    html: [
      plainParagraph(title),
      words && plainParagraph(words),
      review && plainParagraph(starsText(review.rating)) + reviewHtml(review, href),
    ]
      .filter(Boolean)
      .join(''),
  }
}
