import { type BrowserContext, test as base, expect } from '@playwright/test'
import { firefoxPath, webKitPaths } from '../../../scripts/browsers.ts'
import { newAdmin, newMember, PASSWORD } from '../accounts.ts'
import { isHydrated, MARA, send } from '../browser.ts'
import { allScreens, type Screen, screenAt } from '../screens.ts'
import { openFirefox } from './firefox.ts'
import { type OtherBrowser, WIDTHS } from './other-browser.ts'
import { openWebKit } from './webkit.ts'

const firefox = firefoxPath()
const webKit = webKitPaths()
const BROWSERS = [
  { name: 'Firefox', isHere: firefox !== null, launch: (url: string) => openFirefox(firefox as string, url) },
  { name: 'WebKit', isHere: webKit !== null, launch: (url: string) => openWebKit(webKit as never, url) },
]

const test = base.extend<{ launch: (name: string) => Promise<OtherBrowser> }>({
  launch: async ({ baseURL }, use) => {
    const opened: OtherBrowser[] = []
    await use(async (name) => {
      const { launch } = BROWSERS.find((one) => one.name === name) as (typeof BROWSERS)[number]
      const browser = await launch(baseURL as string)
      opened.push(browser)
      return browser
    })
    for (const browser of opened) await browser.close()
  },
})

/** Screens to which no link leads: a mail, an app of others, the sign-up and an upload do. Their addresses, for each audience. */
const WITHOUT_LINK: Record<string, Record<string, (context: BrowserContext) => Promise<string>>> = {
  visitors: { '/reset-password': async () => '/reset-password?token=of-a-mail' },
  members: {
    '/welcome': async () => '/welcome?new=true',
    '/oauth/authorize': async () => '/oauth/authorize?client_id=unknown&response_type=code',
  },
  // Each run has an admin of its own, and a member has one import at a time.
  admins: {
    '/settings/import/:importId': async (context) => `/settings/import/${await startImport(context)}`,
  },
}

async function startImport(context: BrowserContext): Promise<string> {
  const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json()
  const file = { name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from('Spiel,Stand\nCeleste,Fertig') }
  const headers = { 'x-csrf-token': csrfToken }
  const answer = await context.request.post('/api/imports?name=sheet.csv', { multipart: { file }, headers })
  return (await answer.json()).import.id
}

/** The addresses that only redirect, and the names of several screens that are listed one by one. */
const NO_SCREENS = [
  ...['/games', '/games/:gameId', '/news', '/settings', '/profile/year'],
  ...['/settings/:tab', '/info/:page', '/playlists/category/:type', '/admin/:page'],
]
const AUDIENCES: Record<'visitors' | 'members' | 'admins', readonly Screen['isFor'][]> = {
  visitors: ['everybody', 'visitors'],
  members: ['everybody', 'members'],
  admins: ['moderators', 'admins'],
}

/** Returns one address of each kind of screen, found by the links in the documents that the app serves. */
async function addressesFor(who: keyof typeof AUDIENCES, context: BrowserContext): Promise<string[]> {
  const here = WITHOUT_LINK[who] ?? {}
  const elsewhere = Object.values(WITHOUT_LINK).flatMap((made) => Object.keys(made).filter((one) => !(one in here)))
  const screens = allScreens().filter(({ pattern }) => ![...NO_SCREENS, ...elsewhere].includes(pattern))
  const wanted = screens.filter(({ isFor }) => AUDIENCES[who].includes(isFor))
  const found = new Map<string, string>()
  for (const [pattern, make] of Object.entries(here)) found.set(pattern, await make(context))
  const seen = new Set<string>()
  // An address of each pattern leads on; of members and admins the pages of everybody, too.
  const open = ['/', ...wanted.map(({ pattern }) => pattern).filter((pattern) => !pattern.includes(':'))]
  for (const address of open) {
    const screen = screenAt(screens, address)
    if (!screen || seen.has(screen.pattern)) continue
    const response = await context.request.get(address, { maxRedirects: 0 })
    if (response.status() !== 200) continue
    seen.add(screen.pattern)
    if (wanted.includes(screen)) found.set(screen.pattern, address)
    for (const [, href = ''] of (await response.text()).matchAll(/href="(\/[^"#?]*)/g)) open.push(href)
  }
  expect(wanted.map(({ pattern }) => pattern).filter((pattern) => !found.has(pattern))).toEqual([])
  return [...found.values()]
}

/** Waits until the open page can be used. */
const isReady = (browser: OtherBrowser) => expect.poll(() => browser.run(isHydrated), { timeout: 90_000 }).toBe(true)

/** Returns what is wider than the page, and the strips with a scroll bar under them; runs in the page. */
async function layoutFaults(): Promise<string[]> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const { scrollWidth, clientWidth } = document.documentElement
  const strips = [...document.querySelectorAll<HTMLElement>('ul, ol, nav')].filter(
    (one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX),
  )
  const barOf = (one: HTMLElement) => {
    const { borderTopWidth, borderBottomWidth } = getComputedStyle(one)
    return (
      one.offsetHeight - one.clientHeight - Number.parseFloat(borderTopWidth) - Number.parseFloat(borderBottomWidth)
    )
  }
  return [
    ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []),
    ...strips.filter((one) => barOf(one) > 1).map(({ className }) => `a scroll bar under ${className}`),
  ]
}

/** Opens a page at both widths; returns what the console says, and the faults of the layout. */
async function faultsOf(browser: OtherBrowser, address: string): Promise<string[]> {
  await browser.open(address)
  await isReady(browser)
  const faults: string[] = []
  for (const width of WIDTHS) {
    await browser.resize(width)
    await expect.poll(() => browser.run(() => window.innerWidth)).toBe(width)
    faults.push(...(await browser.run(layoutFaults)).map((fault) => `${address} at ${width} px: ${fault}`))
  }
  return [...faults, ...(await browser.complaints()).map((text) => `${address}: ${text}`)]
}

/** Signs in with the form, as a person does. */
async function signIn(browser: OtherBrowser, { email, password }: { email: string; password: string }): Promise<void> {
  await browser.open('/signin')
  await isReady(browser)
  await browser.run(() => document.querySelector<HTMLInputElement>('input[type=email]')?.focus())
  await browser.type(email)
  await browser.run(() => document.querySelector<HTMLInputElement>('input[type=password]')?.focus())
  await browser.type(password)
  await browser.press('Enter')
  await expect.poll(() => browser.run(() => location.pathname)).toBe('/')
  await isReady(browser)
}

/** Marks the first visible control with this name, and returns a selector of it. */
const control = async (browser: OtherBrowser, selector: string, name: string): Promise<string> => {
  const mark = (selector: string, name: string) => {
    document.querySelector('[data-wanted]')?.removeAttribute('data-wanted')
    const labelOf = (one: Element) => (one as HTMLInputElement).labels?.[0]?.textContent ?? one.textContent
    const isNamed = (one: Element) => (one.getAttribute('aria-label') ?? labelOf(one) ?? '').trim() === name
    const wanted = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility() && isNamed(one))
    wanted?.setAttribute('data-wanted', '')
    return wanted !== undefined
  }
  await expect.poll(() => browser.run(mark, selector, name), `${selector} “${name}”`).toBe(true)
  return '[data-wanted]'
}

for (const { name, isHere } of BROWSERS)
  test.describe(name, () => {
    test.skip(!isHere, `${name} is not installed`)

    test('an error in a page is noticed', async ({ launch }) => {
      const browser = await launch(name)
      await browser.open('/')
      await isReady(browser)
      expect(await browser.complaints()).toEqual([])
      await browser.run(() => {
        setTimeout(() => {
          throw new Error('A fault on purpose')
        })
      })
      await expect.poll(() => browser.complaints()).toEqual([expect.stringContaining('A fault on purpose')])
    })

    for (const who of ['visitors', 'members', 'admins'] as const)
      test(`every kind of page for ${who} loads without an error and fits both widths`, async ({ launch, context }) => {
        // Far above what it takes on a quiet machine, as all limits of journeys are.
        test.setTimeout(900_000)
        const account = who === 'members' ? MARA : who === 'admins' ? await newAdmin(context) : null
        if (who === 'members') await send(context, 'POST', '/api/auth/signin', MARA)
        const addresses = await addressesFor(who, context)
        const browser = await launch(name)
        if (account) await signIn(browser, account)
        const faults: string[] = []
        for (const address of addresses) faults.push(...(await faultsOf(browser, address)))
        expect(faults).toEqual([])
      })

    test('a member signs in, logs a game, finds another in the palette, and walks a grid by keyboard', async ({
      launch,
      context,
    }) => {
      const member = await newMember(context)
      const browser = await launch(name)
      await browser.open('/signin')
      await browser.resize(1440)
      await signIn(browser, { email: member.email, password: PASSWORD })

      await browser.open('/game/igdb_1942')
      await isReady(browser)
      await browser.click(await control(browser, 'button', 'Log'))
      const hours = await control(browser, '[role=dialog] input', 'Hours Played')
      await browser.run((selector) => document.querySelector<HTMLInputElement>(selector)?.select(), hours)
      await browser.type('3')
      await browser.press('Enter')
      await expect.poll(() => browser.run(() => document.querySelector('[role=dialog]') === null)).toBe(true)
      const { entry } = await (await context.request.get('/api/library/igdb_1942')).json()
      expect(entry.play_time).toBe(3)

      await expect(async () => {
        await browser.press('/')
        await expect
          .poll(() => browser.run(() => document.activeElement?.getAttribute('role')), { timeout: 5_000 })
          .toBe('combobox')
      }).toPass()
      await browser.type('hollow knight')
      const firstOption = () => document.querySelector('[role=option]')?.textContent
      await expect.poll(() => browser.run(firstOption)).toContain('Hollow Knight')
      await browser.press('Enter')
      await expect.poll(() => browser.run(() => document.querySelector('h1')?.textContent)).toContain('Hollow Knight')

      await browser.open('/all-games')
      await isReady(browser)
      await browser.run(() => document.querySelector<HTMLElement>('main .poster a')?.focus())
      await browser.press('ArrowRight')
      await browser.press('ArrowRight')
      const third = await browser.run(() => document.querySelectorAll('main .poster a')[2]?.getAttribute('href'))
      expect(await browser.run(() => document.activeElement?.getAttribute('href'))).toBe(third)
      await browser.press('Enter')
      await expect.poll(() => browser.run(() => location.pathname)).toBe(third)
      expect(await browser.complaints()).toEqual([])
    })
  })
