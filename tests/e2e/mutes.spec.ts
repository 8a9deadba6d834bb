import type { BrowserContext, Locator, Page } from '@playwright/test'
import { follow, newMember, share } from './accounts.ts'
import { expect, expectGoodPage, expectToast, reach, ready, send, test, written } from './browser.ts'

/** Signs up a member who follows another, and the other, who has completed a game. */
async function follower(context: BrowserContext, other: BrowserContext): Promise<{ name: string; username: string }> {
  const { id, displayName, username } = await newMember(other)
  await share(other)
  await newMember(context)
  await follow(context, id)
  return { name: displayName, username }
}

const itemOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('group', { name: 'Reactions' }), hasText: name })

const muted = (page: Page): Locator => page.getByRole('region', { name: 'Muted', exact: true }).getByRole('listitem')

test('a member mutes an activity, undoes that, and ends a mute in the settings', {
  tag: '@phone',
}, async ({ page, context, another }) => {
  const { name } = await follower(context, await another())
  await page.goto('/')
  await ready(page)
  const item = itemOf(page, name)
  const mute = async () => {
    await item.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('menuitem', { name: 'Less of this…' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Less of this' })
    await expect(dialog.getByRole('radio', { name: `Finished by ${name}` })).toBeChecked()
    // The genres and themes of the game come a moment later.
    await expect(dialog.getByRole('radio', { name: /^All of / }).first()).toBeVisible()
    return dialog
  }
  const dialog = await mute()
  // Nothing behind the dialog has a role as long as it is open.
  const save = async () => {
    const saved = written(page, /^\/api\/mutes$/)
    await dialog.getByRole('button', { name: 'Mute' }).tap()
    expect((await saved).status()).toBe(201)
    await expect(dialog).toBeHidden()
  }
  await expectGoodPage(page)
  await save()
  await expect(item).toHaveCount(0)
  const undone = written(page, /^\/api\/mutes\//, 'DELETE')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await undone
  await expect(item).toBeVisible()
  await mute()
  await dialog.getByRole('radio', { name, exact: true }).tap()
  await dialog.getByText('A week').tap()
  await save()
  await expect(item).toHaveCount(0)

  await page.goto('/settings/privacy')
  await ready(page)
  await expect(muted(page)).toHaveCount(1)
  await expect(muted(page)).toContainText(name)
  await expect(muted(page)).toContainText(/until \w{3} \d/)
  await expectGoodPage(page)
  await page.getByRole('button', { name: `Unmute ${name}` }).tap()
  await expectToast(page, `No longer muted: ${name}`)
  await expect(page.getByText('You have muted nothing.')).toBeVisible()
  await expectGoodPage(page)

  const word = page.getByRole('textbox', { name: 'A word' })
  await word.fill('two words')
  await page.getByRole('button', { name: 'Mute the word', exact: true }).tap()
  await expect(page.getByText('One word of 2 to 40 letters and digits')).toBeVisible()
  await expect(word).toHaveValue('two words')
  await word.fill('#Witcher')
  await page.getByRole('button', { name: 'Mute the word', exact: true }).tap()
  await expect(muted(page)).toContainText(['The word “witcher”'])
  await expect(muted(page)).toContainText('for good')
  await expect(word).toHaveValue('')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expect(item).toHaveCount(0)

  const more = [
    { kind: 'game', game_id: 'igdb_1942', until: 'ever' },
    { kind: 'genre', id: 12, until: 'month' },
    { kind: 'feed', feed_kind: 'other', member_id: null, until: 'day' },
  ]
  for (const body of more) await send(context, 'POST', '/api/mutes', body)
  await page.goto('/settings/privacy')
  await expect(muted(page)).toHaveCount(4)
  await expectGoodPage(page)

  // The row of kinds is wider than the phone.
  await page.goto('/?kind=other')
  await expect(page.getByText('Nothing of this kind yet')).toBeVisible()
  const chip = page.getByRole('navigation', { name: 'Kinds of activity' }).getByRole('link', { name: 'Other' })
  await chip.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 200))
  await expect(chip).toBeInViewport({ ratio: 1 })
})

test('a member chooses what they see of another, mutes a game, and reads one kind of activity by keyboard', {
  tag: '@desktop',
}, async ({ page, context, another }) => {
  const other = await another()
  const { name, username } = await follower(context, other)
  await share(other, 'want_to_play')
  const press = async (target: Locator, key = 'Enter') => {
    await reach(target)
    await page.keyboard.press(key)
  }
  await page.goto(`/profile/${username}`)
  await ready(page)
  await press(page.getByRole('button', { name: `More about ${name}` }))
  await expect(page.getByRole('menuitem', { name: /^What I see of / })).toBeFocused()
  await page.keyboard.press('Enter')
  const kinds = page.getByRole('dialog', { name: /^What I see of / })
  await expect(kinds.getByRole('switch', { name: 'Finished' })).toBeEnabled()
  const saved = written(page, /\/kinds$/)
  await press(kinds.getByRole('switch', { name: 'Finished' }), 'Space')
  expect((await saved).status()).toBe(200)
  await expect(kinds.getByRole('switch', { name: 'Finished' })).not.toBeChecked()
  await expect(kinds.getByRole('switch', { name: 'Wants' })).toBeChecked()
  await expectGoodPage(page)
  await press(kinds.getByRole('button', { name: 'Done' }))
  await expect(kinds).toBeHidden()

  await page.goto('/')
  await ready(page)
  await expect(itemOf(page, name)).toHaveCount(1)
  const chips = page.getByRole('navigation', { name: 'Kinds of activity' })
  await chips.getByRole('link', { name: 'All kinds' }).focus()
  await press(chips.getByRole('link', { name: 'Finished' }))
  await expect(page).toHaveURL('/?kind=finished')
  await expect(page.getByText('Nothing of this kind yet')).toBeVisible()
  await expect(chips.getByRole('link', { name: 'Finished' })).toHaveAttribute('aria-current', 'true')
  await press(chips.getByRole('link', { name: 'Wants' }))
  await expect(itemOf(page, name)).toHaveCount(1)

  await page.goto('/game/igdb_1942')
  await ready(page)
  await page.getByRole('button', { name: 'Report wrong data' }).focus()
  await press(page.getByRole('button', { name: 'Mute this game…' }))
  const dialog = page.getByRole('dialog', { name: 'Mute', exact: true })
  await expect(dialog.getByRole('radio').first()).toBeChecked()
  await expectGoodPage(page)
  await press(dialog.getByRole('button', { name: 'Mute' }))
  await expectToast(page, /^Muted: /)
  await expect(dialog).toBeHidden()
  await page.goto('/?kind=wants')
  await expect(page.getByText('Nothing of this kind yet')).toBeVisible()
})
