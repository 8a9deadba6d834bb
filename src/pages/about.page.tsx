import type { ReactNode } from 'react'
import { Head } from '#web/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { TracingBeam } from '#web/ui/tracing-beam.tsx'
import { TypingText } from '#web/ui/typing-text.tsx'
import { useEnv } from '#web/use-env.ts'

/** Describes the site and the sources of its facts (G17). */
export function Page() {
  const { productName } = useEnv()
  return (
    <div className="page py-8 md:py-12">
      <Head
        title={`About ${productName}`}
        description={`${productName} is a shelf, a diary and a feed for people who play games: open source, and run by the people who host it.`}
        path="/info/about"
      />
      <header className="mb-10 grid gap-4 md:mb-14">
        <h1 className="title text-28 md:text-40">About {productName}</h1>
        <p className="title text-22 text-text-2 max-[359px]:text-18 md:text-28">
          <TypingText text="Keep every game you play." />
        </p>
      </header>
      <TracingBeam>
        <div className="grid max-w-[64ch] gap-10 text-16 leading-[1.65] text-text-2">
          <Part title="What it is">
            {productName} is a place for the games of your life. You put a game on your shelf, say whether you want it,
            play it, have finished it or let it go, give it stars, and keep how far you came. It is yours to look back
            at.
          </Part>
          <Part title="What you can do here">
            <ul className="grid list-disc gap-2 pl-5">
              <li>Find a game by name, platform, year, genre and more.</li>
              <li>Mark it with one click on its cover, anywhere: status, half stars, a heart.</li>
              <li>Log hours and progress, and see how they grew.</li>
              <li>Share what you play, and see what the people you follow are up to.</li>
              <li>Take it with you: it works on the phone, in the dark and in the light.</li>
            </ul>
          </Part>
          <Part title="Generated covers">
            If a game has no picture, its cover is drawn from its name, always in the same way.
          </Part>
          <Part title="Where the facts come from">
            Facts about games come from{' '}
            <a className="linkish" href="https://www.igdb.com" rel="noreferrer">
              IGDB
            </a>
            ,{' '}
            <a className="linkish" href="https://rawg.io" rel="noreferrer">
              RAWG
            </a>{' '}
            and open lists. A game’s own page names the source of its facts. Names and pictures of games belong to those
            who made them.
          </Part>
          <Part title="Who runs it">
            Whoever hosts this site. The program is open, anyone may run one, and what you log stays in that one
            database. It shows no advertisements and follows nobody around; what this browser keeps, you decide under
            “Cookie settings” at the foot of each page.
          </Part>
          <p>
            <ButtonLink href="/all-games">Find a game</ButtonLink>
          </p>
        </div>
      </TracingBeam>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="title text-18 text-text">{title}</h2>
      <div>{children}</div>
    </section>
  )
}
