import { Cover, type CoverGame } from '#web/ui/cover.tsx'

/** Renders a blurred picture of a game, or its generated cover, which fades into the page. Forced colours have a ground behind each word. */
export function Backdrop({ game }: { game: CoverGame }) {
  return (
    <>
      <div
        aria-hidden="true"
        className="no-print forced-colors:hidden pointer-events-none absolute -inset-x-10 -top-15 bottom-0 opacity-60 blur-[36px] brightness-[.72] saturate-[1.7] [[data-theme=light]_&]:opacity-40 [[data-theme=light]_&]:brightness-100 [&_svg]:h-auto [&_svg]:w-full [&_svg]:-translate-y-1/4"
      >
        <Cover game={game} facts={false} />
      </div>
      <div
        aria-hidden="true"
        className="backdrop no-print pointer-events-none absolute inset-0 bg-linear-to-b from-[color-mix(in_srgb,var(--bg)_35%,transparent)] to-bg"
      />
    </>
  )
}
