import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Logo } from '#web/ui/logo.tsx'
import type { NewsPost } from '../news.contract.ts'

/** The category in narrow capitals, and the badge. */
export function NewsKind({ post, children }: { post: Pick<NewsPost, 'category' | 'badge'>; children?: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="fact">{post.category}</span>
      {post.badge && (
        <Chip edge className="news-badge">
          {post.badge}
        </Chip>
      )}
      {children}
    </span>
  )
}

/**
 * The picture of a post in a box of 16 to 9, so that nothing moves when it arrives. It is decoration: the title stands
 * beside it. A picture that does not arrive leaves the mark of the site.
 */
export function NewsPicture(props: {
  src: string
  sizes: string
  isFirst?: boolean
  className?: string
  onCheck?: (isThere: boolean) => void
}) {
  const { src } = props
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState<string | null>(null)
  // The picture may have failed before the page was hydrated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each picture
  useEffect(() => {
    if (!image.current?.complete) return
    if (image.current.naturalWidth === 0) fail()
    else props.onCheck?.(true)
  }, [src])
  const fail = () => {
    setFailed(src)
    props.onCheck?.(false)
  }
  const scaled = src.startsWith('/api/image?')
  return (
    <span
      className={cx(
        'news-picture',
        isUpright(src) && 'news-picture-whole',
        isDrawn(src) && 'news-picture-drawn',
        props.className,
      )}
    >
      {failed === src ? (
        <Logo size={56} outline />
      ) : (
        <img
          ref={image}
          src={src}
          {...(scaled && { srcSet: `${atWidth(src, 528)} 528w, ${atWidth(src, 1080)} 1080w`, sizes: props.sizes })}
          alt=""
          width={1080}
          height={608}
          loading={props.isFirst ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={() => props.onCheck?.(true)}
          onError={fail}
        />
      )}
    </span>
  )
}

/** Covers are shown whole. */
const isUpright = (src: string): boolean => /^\/covers\/|t_cover_/.test(src)

/** Drawings of this site have the size of link previews. */
const isDrawn = (src: string): boolean => /^\/api\/[^?]+\/picture(?:\?|$)/.test(src)

/** Not the catalogue's function of this name: the build would split its file off the game page, which would load more. */
const atWidth = (src: string, width: number): string => src.replace(/([?&]w=)\d+/, `$1${width}`)
