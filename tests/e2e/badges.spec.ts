import type { Page } from '@playwright/test'
import { newAdmin, newMember } from './accounts.ts'
import { expect, expectGoodPage, freshName, ready, send, test, written } from './browser.ts'

const GAME = 'igdb_1942'
const play = (context: Parameters<typeof send>[0], game_id = GAME) =>
  send(context, 'POST', '/api/library', { game_id, status: 'playing' })
const earned = (page: Page) => page.getByRole('list', { name: 'Earned badges' })
const locked = (page: Page) => page.getByRole('list', { name: 'Locked badges' })

test('a member opens the own tab: earned badges first with their date, then locked ones with progress [R-BADGE-01] [R-ROUTE-20]', {
  tag: '@phone',
}, async ({ page, context }) => {
  await page.goto('/profile/badges')
  await expect(page).toHaveURL(/\/signin\?redirect=/)

  await newMember(context)
  await page.goto('/profile/badges')
  await ready(page)
  await expect(page.getByText('No badges yet')).toBeVisible()
  await expect(locked(page).getByRole('listitem').first()).toBeVisible()
  await expectGoodPage(page)

  await play(context)
  await page.goto('/profile')
  await ready(page)
  await expect(page.getByRole('link', { name: '1 badge: First Game' })).toHaveAttribute('href', '/profile/badges')
  await page.getByRole('link', { name: 'Badges', exact: true }).click()
  await expect(page).toHaveURL(/\/profile\/badges$/)
  await expect(page.getByRole('link', { name: 'Badges', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(earned(page).getByRole('listitem')).toHaveCount(1)
  await expect(locked(page).getByRole('button', { name: /^10 Games\s+1 of 10 games\s+Locked$/ })).toBeVisible()
  await expectGoodPage(page)

  // A badge opens large, with the date and what it took; the keyboard closes it.
  await earned(page).getByRole('button').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'First Game' })
  await expect(dialog.getByText('Play a game.')).toBeVisible()
  await expect(dialog.getByText(/^Earned .* · 1 of 1 game$/)).toBeVisible()
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(earned(page).getByRole('button')).toBeFocused()
  await locked(page)
    .getByRole('button', { name: /^10 Games/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('progressbar', { name: 'Play 10 games' })).toHaveAttribute(
    'aria-valuenow',
    '10',
  )
})

test('an earned badge appears as a toast in an open page and at the bell, and others see it until the member hides it (G14)', {
  tag: '@desktop',
}, async ({ page, context, another }) => {
  const member = await newMember(context)
  const stream = page.waitForResponse(/\/api\/realtime/)
  await page.goto('/info/about')
  await ready(page)
  await stream
  await play(context)
  const toast = page.getByRole('status').filter({ hasText: 'You earned the badge First Game' })
  await expect(toast).toBeVisible()
  await expectGoodPage(page)
  await toast.getByRole('link', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/profile\/badges$/)
  await page.goto('/notifications')
  await ready(page)
  const line = page.getByRole('main').getByRole('link', { name: /You earned the badge First Game/ })
  await expect(line).toHaveAttribute('href', '/profile/badges')

  const visitor = await (await another()).newPage()
  await visitor.goto(`/profile/${member.id}`)
  await ready(visitor)
  await expect(visitor.getByRole('link', { name: '1 badge: First Game' })).toBeVisible()
  await visitor.getByRole('link', { name: 'Badges', exact: true }).click()
  await expect(visitor).toHaveURL(/tab=badges/)
  await expect(earned(visitor).getByRole('listitem')).toHaveCount(1)
  // Progress belongs to the member alone.
  await expect(locked(visitor).getByRole('button', { name: /^10 Games\s+Locked$/ })).toBeVisible()
  await expectGoodPage(visitor)

  await page.goto('/settings/privacy')
  await ready(page)
  const saved = written(page, /^\/api\/profiles\//)
  await page.getByLabel('Who can see: Badges').selectOption('private')
  await saved
  await page.goto('/profile/badges')
  await ready(page)
  await expect(page.getByText('Only you see your badges.')).toBeVisible()
  await expect(earned(page).getByRole('listitem')).toHaveCount(1)
  await visitor.goto(`/profile/${member.id}`)
  await ready(visitor)
  await expect(visitor.getByRole('link', { name: 'Games', exact: true }).first()).toBeVisible()
  await expect(visitor.getByRole('link', { name: /badge/i })).toHaveCount(0)
})

test('an admin defines a badge, a challenge rewards it, and a member earns it and loses it again (G13, G14)', {
  tag: '@desktop',
}, async ({ page, context, another }) => {
  // The journey uses two browsers and a command of the operator.
  test.slow()
  const name = `Pin ${freshName()}`
  await newAdmin(context)
  await page.goto('/admin/badges')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'First Game' })).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'New badge' }).click()
  const form = page.getByRole('dialog', { name: 'New badge' })
  await form.getByRole('button', { name: 'Define badge' }).click()
  await expect(form.getByText('The name must be 1 to 40 characters')).toBeVisible()
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Description').fill('Given by a challenge.')
  await form.getByRole('combobox', { name: 'What counts' }).selectOption('by-hand')
  await form.getByRole('combobox', { name: 'Shape' }).selectOption('challenges')
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Define badge' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { name })).toBeVisible()

  const title = `Rewarded ${freshName()}`
  await page.goto('/admin/challenges')
  await ready(page)
  await page.getByRole('button', { name: 'New challenge' }).click()
  const challenge = page.getByRole('dialog', { name: 'New challenge' })
  await challenge.getByLabel('Title').fill(title)
  await challenge.getByRole('combobox', { name: 'Reward' }).selectOption(name)
  await challenge.getByRole('combobox', { name: 'What goal 1 is about' }).selectOption('games_added')
  await challenge.getByLabel('Target').fill('1')
  const made = written(page, /\/api\/admin\/challenges$/)
  await challenge.getByRole('button', { name: 'Set up' }).click()
  const { data } = (await (await made).json()) as { data: { id: string } }
  await page.goto('/challenges')
  await ready(page)
  await expect(page.getByRole('article').filter({ hasText: title }).getByText(`Reward: ${name}`)).toBeVisible()

  const other = await another()
  const member = await newMember(other)
  await send(other, 'POST', `/api/challenges/${data.id}/join`)
  await play(other)
  const theirs = await other.newPage()
  await theirs.goto(`/challenges/${data.id}`)
  await ready(theirs)
  // A toast names the badge, too.
  await expect(theirs.getByRole('main').getByText(name)).toBeVisible()
  await expectGoodPage(theirs)
  await theirs.goto('/profile/badges')
  await ready(theirs)
  await earned(theirs)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await expect(theirs.getByRole('dialog').getByRole('link', { name: title })).toBeVisible()

  await page.goto('/admin/badges')
  await ready(page)
  await page.getByRole('button', { name: `Members with ${name}` }).click()
  const owners = page.getByRole('dialog', { name })
  await expectGoodPage(page)
  await owners.getByRole('button', { name: `Take away ${name} from ${member.displayName}` }).click()
  await expect(owners.getByText('Nobody has it yet')).toBeVisible()
  await owners.getByLabel('Give it to').fill('nobody-at-all')
  await owners.getByRole('button', { name: 'Give' }).click()
  await expect(owners.getByText('There is no such member')).toBeVisible()
  await owners.getByLabel('Give it to').fill(`@${member.username}`)
  await owners.getByRole('button', { name: 'Give' }).click()
  await expect(owners.getByRole('link', { name: member.displayName }).first()).toBeVisible()
  await send(context, 'DELETE', `/api/admin/challenges/${data.id}`)
})
