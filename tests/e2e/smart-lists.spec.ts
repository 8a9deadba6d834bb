import { newAdmin, newMember } from './accounts.ts'
import { expect, expectGoodPage, expectToast, freshName, ready, send, test, written } from './browser.ts'

const SIX = 'genre=12*31&platformAll=130*6&themeNot=19&gameMode=1&year=2015..2023&critics=80..'

test('a member saves six filters as a smart list, pins it, edits its filters and deletes it', async ({
  page,
  context,
}) => {
  test.slow()
  const { username } = await newMember(context)
  const title = `Keeps going ${freshName()}`
  await page.goto(`/all-games?${SIX}`)
  await ready(page)
  await page.getByRole('button', { name: 'Save as smart list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as smart list' })
  await expect(dialog).toContainText('Role-playing or Adventure')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Shared').check()
  await dialog.getByLabel('Tell me of new games').check()
  await dialog.getByLabel('Pin to profile').check()
  await expectGoodPage(page)
  const pinned = written(page, /\/pins$/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Smart list saved')
  await pinned
  await expect(page).toHaveURL(`/all-games?${SIX}`)

  await page.goto(`/profile/${username}`)
  await page.getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await ready(page)
  const main = page.getByRole('main')
  await expect(main.getByText('Keeps itself')).toBeVisible()
  await expect(main.getByText('Not Horror', { exact: false })).toBeVisible()
  await expect(main.locator('.pg .poster > a').first()).toBeVisible()
  await expectGoodPage(page)

  await test.step('as a file, and for feed readers', async () => {
    const [id = ''] = /[^/]+$/.exec(page.url()) ?? []
    await main.getByRole('button', { name: 'More' }).first().click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download as CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^keeps-going-.*\.csv$/)
    const feed = page.locator('link[rel=alternate][type="application/atom+xml"]')
    await expect(feed).toHaveAttribute('href', new RegExp(`/feeds/lists/${id}/games.atom$`))
  })

  await page.getByRole('link', { name: 'Edit filters' }).click()
  await expect(page).toHaveURL(/&list=/)
  await page.getByRole('link', { name: 'Remove the filter Not Horror' }).click()
  await expect(page).not.toHaveURL(/themeNot/)
  await page.getByRole('button', { name: `Save to ${title}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(main.getByText('Role-playing or Adventure', { exact: false })).toBeVisible()
  await expect(main.getByText('Not Horror', { exact: false })).toBeHidden()

  await main.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Delete list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/profile/list')
  await expect(page.getByText('No lists yet')).toBeVisible()
})

test('a member pins a smart list of six filters to the home page, and is notified of three new games', {
  tag: '@phone',
}, async ({ page, context, another }) => {
  test.slow()
  const mine = SIX.replace('critics=80..', 'shelf=any')
  await newMember(context)
  const title = `Mine ${freshName()}`
  await page.goto(`/all-games?${mine}`)
  await ready(page)
  await page.getByRole('button', { name: 'Save as smart list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as smart list' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Tell me of new games').check()
  await dialog.getByLabel('Pin to home').check()
  // A list by the own library is private, and nobody else would see it on the profile.
  await expect(dialog.getByLabel('Pin to profile')).toBeDisabled()
  const pinned = written(page, /\/home$/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await pinned

  const lists = page.getByRole('list', { name: 'My lists' })
  await test.step('three games come to it', async () => {
    const answer = await context.request.get(`/api/games?${SIX}&limit=3`)
    const { games } = (await answer.json()) as { games: { id: string }[] }
    for (const { id } of games) await send(context, 'POST', '/api/library', { game_id: id, status: 'playing' })
    const admin = await another()
    await newAdmin(admin)
    await send(admin, 'POST', '/api/admin/jobs/keep-smart-lists/runs', {})
    const notifications = async () => (await context.request.get('/api/notifications')).text()
    await expect.poll(notifications, { timeout: 60_000 }).toContain(`${title} has 3 new games`)
  })

  await test.step('the home page says so', async () => {
    await page.goto('/')
    await ready(page)
    await expect(lists.getByRole('listitem')).toHaveText([new RegExp(`${title}3 games3 new`)])
    await expectGoodPage(page)
  })

  await test.step('the notification leads to the list, whose games are known then', async () => {
    await page.goto('/notifications')
    await ready(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`${title} has 3 new games`) })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('main').getByText('3 new', { exact: true })).toBeVisible()
    await expect(
      page.getByRole('main').getByRole('list', { name: title }).getByText('New', { exact: true }),
    ).toHaveCount(3)
    await expectGoodPage(page)
    await page.goto('/')
    await ready(page)
    await expect(lists.getByText('3 games')).toBeVisible()
    await expect(lists.getByText('3 new')).toBeHidden()
  })

  await test.step('it leaves the home page', async () => {
    await lists.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await ready(page)
    await page.getByRole('main').getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: 'Unpin from home' }).click()
    await expectToast(page, 'Unpinned from your home page')
    await page.goto('/')
    await ready(page)
    await expect(lists).toBeHidden()
  })
})
