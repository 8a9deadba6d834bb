import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, test } from './browser.ts'

test('Chromium finds the site installable', { tag: '@desktop' }, async ({ page, context }) => {
  await page.goto('/')
  await ready(page)
  const devtools = await context.newCDPSession(page)
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Savepoint', display: 'standalone' })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // The browser of the tests keeps nothing, and such a window installs nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

test('a member is offered the app on the third day, and never again', { tag: '@phone' }, async ({ page, context }) => {
  await newMember(context)
  await page.goto('/')
  await ready(page)
  await page.evaluate(() =>
    localStorage.setItem('savepoint.visits', JSON.stringify({ days: 2, last: '2020-01-01', isOffered: false })),
  )
  await page.reload()
  await ready(page)
  const offer = page.getByRole('complementary', { name: 'Savepoint as an app' })
  // What the browser sends to a page that it can install; the one of these tests does not.
  const send = () =>
    page.evaluate(() => {
      const prompt = async () => {
        document.documentElement.dataset.asked = 'yes'
      }
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
    })
  await expect
    .poll(async () => {
      await send()
      return offer.isVisible()
    })
    .toBe(true)
  await offer.scrollIntoViewIfNeeded()
  await expectGoodPage(page)
  await offer.getByRole('button', { name: 'Install' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes')
  await expect(offer).toBeHidden()

  await page.reload()
  await ready(page)
  await send()
  await expect(offer).toBeHidden()
})
