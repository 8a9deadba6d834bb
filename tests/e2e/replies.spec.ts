import { follow, newMember, share } from './accounts.ts'
import { expect, expectGoodPage, reach, ready, send, test, written } from './browser.ts'

/** A game without reviews in the demo world, which no other journey writes one about. */
const GAME = 'igdb_80961'

interface Made {
  comment: { id: string }
}

test('a reader answers a comment and a reply by keyboard, and the author of the comment is notified', {
  tag: '@phone',
}, async ({ page, context, another }) => {
  test.slow()
  const author = await another()
  const { displayName } = await newMember(author)
  const draft = { game_id: GAME, rating: 4, review_text: 'A horse on a roof.' }
  const { review } = await send<{ review: { id: string } }>(author, 'POST', '/api/reviews', draft)
  const path = `/api/reviews/${review.id}/comments`
  const { comment } = await send<Made>(author, 'POST', path, { content: 'Which horse did you like best?' })
  for (const content of ['The grey one.', 'The one that fell.', 'None.', 'All of them.'])
    await send(author, 'POST', path, { content, reply_to: comment.id })

  await newMember(context)
  await page.goto(`/reviews/${review.id}`)
  await ready(page)
  const replies = page.getByRole('list', { name: `Replies to ${displayName}` })
  await expect(replies.getByRole('listitem')).toHaveCount(3)
  await expectGoodPage(page)

  const more = page.getByRole('button', { name: 'Show 1 more reply' })
  await reach(more)
  await page.keyboard.press('Enter')
  await expect(replies.getByRole('listitem')).toHaveCount(4)
  await expect(page.locator(':focus')).toContainText('All of them.')

  const reply = page.getByRole('button', { name: `Reply to ${displayName}` })
  const field = page.getByRole('textbox', { name: `Reply to ${displayName}` })
  await reach(reply.nth(2))
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.type('Really?')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(reply.nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Really?')
  await expectGoodPage(page)
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(replies.getByRole('listitem')).toHaveCount(5)
  await expect(replies.getByRole('listitem').last()).toContainText(`to ${displayName} Really?`)
  await expect(reply.nth(2)).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Comments (6)' })).toBeVisible()

  const other = await author.newPage()
  await other.goto('/notifications')
  await ready(other)
  await other.getByRole('link', { name: /replied to your comment on the review of/ }).click()
  await other.getByRole('button', { name: 'Show 2 more replies' }).click()
  await expect(other.getByText('Really?')).toBeVisible()
})

test('a reply under the activity of another member leads to its page, which has a link to share', {
  tag: '@phone',
}, async ({ page, context, another }) => {
  test.slow()
  const [host, visitor] = [await another(), await another()]
  const { id, displayName } = await newMember(host)
  const activityId = await share(host)
  const path = `/api/activities/${activityId}/comments`
  await newMember(context)
  const { comment } = await send<Made>(context, 'POST', path, { content: 'Which ending did you get?' })
  await send(host, 'POST', path, { content: 'The one with the horse.', reply_to: comment.id })
  await follow(context, id)

  await page.goto('/notifications')
  await ready(page)
  await page.getByRole('link', { name: /replied to your comment on the activity on/ }).click()
  await expect(page).toHaveURL(new RegExp(`/activity/${activityId}#comments$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${displayName}’s activity`)
  const main = page.getByRole('main')
  await expect(main.getByText('The one with the horse.')).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'Comment' })).toBeVisible()
  await expectGoodPage(page)

  await main.getByRole('button', { name: 'More', exact: true }).click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/activity/${activityId}$`))

  // The time of an activity in a feed leads there, too.
  await page.goto('/')
  await ready(page)
  await main.locator(`a[href="/activity/${activityId}"]`).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(new RegExp(`/activity/${activityId}$`))

  const other = await visitor.newPage()
  await other.goto(`/activity/${activityId}`)
  await ready(other)
  await expect(other.getByText('The one with the horse.')).toBeVisible()
  await expectGoodPage(other)
  await send(host, 'PATCH', '/api/profiles/me', { settings: { visibility: 'private' } })
  expect((await other.goto(`/activity/${activityId}`))?.status()).toBe(404)
  await expectGoodPage(other)
})

test('a deleted comment leaves a sentence above its replies', { tag: '@desktop' }, async ({
  page,
  context,
  another,
}) => {
  const author = await another()
  await newMember(author)
  const draft = { game_id: GAME, rating: 4, review_text: 'A horse on a roof.' }
  const { review } = await send<{ review: { id: string } }>(author, 'POST', '/api/reviews', draft)
  await newMember(context)
  const path = `/api/reviews/${review.id}/comments`
  const { comment } = await send<Made>(context, 'POST', path, { content: 'I take this back' })
  await send(author, 'POST', path, { content: 'Why?', reply_to: comment.id })
  await page.goto(`/reviews/${review.id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Delete comment' }).click()
  const deleted = written(page, /^\/api\/reviews\/comments\//, 'DELETE')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await deleted
  await expect(page.getByText('This comment was deleted')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Replies', exact: true })).toContainText('Why?')
  await expectGoodPage(page)
  await page.reload()
  await expect(page.getByText('This comment was deleted')).toBeVisible()
  await expect(page.getByText('I take this back')).toHaveCount(0)
})
