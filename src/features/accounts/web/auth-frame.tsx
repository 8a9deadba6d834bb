import type { ReactNode } from 'react'
import { Wordmark } from '#web/ui/logo.tsx'
import { useEnv } from '#web/use-env.ts'
import { CoverWall } from './cover-wall.widgets.tsx'

/**
 * The layout of the pages around signing in: the cover wall, and a column beside it. On phones the wall is a strip at
 * the top. `halfHeight` is half of the usual height of the column: it centers the column but fixes its top, so that new
 * content in a form pushes nothing upwards.
 */
export function AuthFrame(props: {
  title: string
  lead?: ReactNode
  halfHeight: 200 | 280 | 330 | 370
  children: ReactNode
}) {
  const { productName } = useEnv()
  const top = {
    200: 'side:pt-[max(48px,calc(50dvh-200px))]',
    280: 'side:pt-[max(48px,calc(50dvh-280px))]',
    330: 'side:pt-[max(48px,calc(50dvh-330px))]',
    370: 'side:pt-[max(48px,calc(50dvh-370px))]',
  }[props.halfHeight]
  return (
    <div className="grid grid-rows-[190px_auto] side:min-h-dvh side:grid-cols-[minmax(0,1fr)_minmax(0,560px)] side:grid-rows-1">
      <CoverWall />
      <div
        className={`grid content-start gap-4 px-5 pt-7 pb-10 max-side:mx-auto max-side:w-full max-side:max-w-[560px] side:gap-4.5 side:px-[clamp(24px,6vw,88px)] side:pb-12 ${top}`}
      >
        <a href="/" aria-label={`${productName}, home`} className="mb-1 justify-self-start side:mb-6">
          <Wordmark name={productName} logoSize={28} className="text-[1.25rem]" />
        </a>
        <h1 className="title text-28 side:text-40">{props.title}</h1>
        {props.lead && <p className="mb-1 text-16 text-text-2">{props.lead}</p>}
        {props.children}
      </div>
    </div>
  )
}

export function BackToSignIn() {
  return (
    <p className="text-16 text-text-2">
      <a className="linkish" href="/signin">
        Back to sign in
      </a>
    </p>
  )
}
