// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ROOT_ERRORS, reportCaughtError, watchErrors } from '#app/watch-errors.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'

interface Sent {
  address: string
  init: RequestInit
  // biome-ignore lint/suspicious/noExplicitAny: looked into
  body: any
}
let sent: Sent[]
let answer: () => Promise<Response>

beforeEach(() => {
  vi.resetModules()
  sent = []
  answer = async () => new Response('{"success":true}', { status: 202 })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, init, body: JSON.parse(String(init.body)) })
    return answer()
  })
})
afterEach(() => {
  cleanup()
  for (let i = 0; i < 10; i += 1) act(() => dismissToast())
  vi.unstubAllGlobals()
})

/** Each test starts with a page that has reported nothing. */
async function page() {
  const { reportError } = await import('./report-error.ts')
  return reportError
}
const toasts = () => toastStore.get()

describe('a report', () => {
  test('is sent once for each error, as documented, without a CSRF token [R-ERR-01]', async () => {
    const reportError = await page()
    const error = new TypeError('It broke')
    reportError(error, { componentInfo: 'at Page' })
    reportError(error)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ address: '/api/error-log', init: { method: 'POST', keepalive: true } })
    expect(sent[0]?.body).toEqual({
      message: 'It broke',
      error: { name: 'TypeError', message: 'It broke', stack: expect.stringContaining('TypeError: It broke') },
      level: 'error',
      context: {
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        url: location.href,
        userAgent: navigator.userAgent,
        componentInfo: 'at Page',
      },
    })
  })

  test('is smaller than 16 KB, whatever the error contains', async () => {
    const reportError = await page()
    const error = new Error('沙'.repeat(20_000))
    error.stack = '沙'.repeat(20_000)
    reportError(error, { componentInfo: '沙'.repeat(20_000) })
    expect(new TextEncoder().encode(JSON.stringify(sent[0]?.body)).length).toBeLessThan(16_384)
  })

  test('is limited to ten for each page', async () => {
    const reportError = await page()
    for (let i = 0; i < 30; i += 1) reportError(new Error(`storm ${i}`))
    expect(sent).toHaveLength(10)
  })

  test('causes no error itself when sending fails', async () => {
    const reportError = await page()
    answer = async () => {
      throw new TypeError('Failed to fetch')
    }
    reportError(new Error('Nobody hears this'))
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(sent).toHaveLength(1)
  })

  test.each([undefined, null, 'text', 7, { odd: 1 }, Symbol('x')])(
    'accepts values that are no Error: %s',
    async (thrown) => {
      const reportError = await page()
      reportError(thrown)
      expect(sent).toHaveLength(1)
      expect(sent[0]?.body.message).not.toBe('')
    },
  )

  test.each([
    new DOMException('left', 'AbortError'),
    new Error('ResizeObserver loop completed with undelivered notifications.'),
    'Script error.',
    Object.assign(new Error('x'), { stack: 'at x (chrome-extension://abc/x.js:1:1)' }),
  ])('is not sent for %s', async (noise) => {
    const reportError = await page()
    reportError(noise)
    expect([sent, toasts()]).toEqual([[], null])
  })

  test("is not sent for the server's refusals, which only the viewer sees", async () => {
    const reportError = await page()
    const { CallError } = await import('#web/call.ts')
    const { toastStore } = await import('#web/ui/toasts.ts')
    reportError(new CallError(409, { error: 'Somebody else has it' }))
    expect(sent).toEqual([])
    expect(toastStore.get()).toMatchObject({ description: 'Somebody else has it' })
  })
})

describe('the errors of a page', () => {
  const Broken = () => {
    throw new Error('A component broke')
  }
  /** The reporter's code loads a moment later. */
  const bodies = async (count: number) => {
    await expect.poll(() => sent.length).toBe(count)
    return sent.map(({ body }) => body)
  }

  test('are reported with the component stack when a boundary catches them [R-ERR-02]', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { getByText } = render(
      <ErrorBoundary fallback="Broken">
        <Broken />
      </ErrorBoundary>,
      { onCaughtError: ROOT_ERRORS.onCaughtError },
    )
    expect(getByText('Broken')).toBeTruthy()
    const [body] = await bodies(1)
    expect(body).toMatchObject({ message: 'A component broke', level: 'error' })
    expect(body.context.componentInfo).toContain('Broken')
    expect(logged).toHaveBeenCalled()
  })

  test('are reported too when nothing catches them', async () => {
    watchErrors()
    dispatchEvent(new ErrorEvent('error', { error: new Error('A handler broke'), message: 'Uncaught' }))
    const rejected = Object.assign(new Event('unhandledrejection'), { reason: new Error('A promise broke') })
    dispatchEvent(rejected)
    expect((await bodies(2)).map(({ message }) => message)).toEqual(['A handler broke', 'A promise broke'])
  })

  test('a page that does not exist is no error', async () => {
    reportCaughtError(new Response(null, { status: 404 }))
    reportCaughtError({ status: 404, statusText: '', internal: false, data: '' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([sent, toasts()]).toEqual([[], null])
  })
})
