import { type ReactNode, useId } from 'react'

/** One setting: its description at the left, the controls at the right; stacked on phones. */
export function SettingsPart(props: { title: string; text: ReactNode; children: ReactNode; anchor?: string }) {
  const id = useId()
  return (
    <section
      id={props.anchor}
      aria-labelledby={id}
      className="scroll-mt-20 grid gap-4 border-t border-line py-8 first:border-t-0 first:pt-2 side:grid-cols-[minmax(0,280px)_minmax(0,520px)] side:gap-12"
    >
      <div className="grid content-start gap-1.5">
        <h2 id={id} className="title text-18">
          {props.title}
        </h2>
        <p className="text-14 text-text-2">{props.text}</p>
      </div>
      <div className="grid min-w-0 content-start gap-4">{props.children}</div>
    </section>
  )
}
