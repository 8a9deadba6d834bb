import type { ReactNode } from 'react'
import { Head } from '#web/head.tsx'
import { InfoNavigation, type InfoPath } from './info-navigation.tsx'

/** The frame of an info page: the breadcrumb, a sidebar that stays in sight, and the text. */
export function InfoFrame(props: {
  path: InfoPath
  title: string
  description: string
  /** Between the title and the text. */
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="page pt-(--page-top) pb-8 md:pb-12">
      <Head title={props.title} description={props.description} path={props.path} />
      <InfoNavigation variant="breadcrumb" current={props.path} />
      <div className="info-columns">
        <div className="min-w-0">
          <header className="mb-8 grid gap-3 md:mb-10">
            <h1 className="title text-28 break-words md:text-40">{props.title}</h1>
            {props.lead}
          </header>
          {props.children}
        </div>
        <InfoNavigation variant="sidebar" current={props.path} />
      </div>
    </div>
  )
}
