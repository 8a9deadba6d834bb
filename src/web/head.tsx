import { useEnv } from './use-env.ts'

/** Renders title, description, Open Graph and canonical link of a page. React moves them into the head on both sides. */
export function Head(props: {
  title: string
  description: string
  /** The path with its canonical search. */
  path: string
  image?: string
  /** A picture made for link previews, 1200 by 630 pixels; it is shown large. */
  preview?: string
  type?: 'website' | 'article' | 'profile'
  isIndexed?: boolean
}) {
  const { productName, origin } = useEnv()
  const title = props.title === productName ? productName : `${props.title} · ${productName}`
  const address = origin + props.path
  const image = props.preview ?? props.image
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={props.description} />
      <link rel="canonical" href={address} />
      <meta property="og:site_name" content={productName} />
      <meta property="og:type" content={props.type ?? 'website'} />
      <meta property="og:title" content={props.title} />
      <meta property="og:description" content={props.description} />
      <meta property="og:url" content={address} />
      {image && <meta property="og:image" content={origin + image} />}
      {props.preview && <meta property="og:image:width" content="1200" />}
      {props.preview && <meta property="og:image:height" content="630" />}
      <meta name="twitter:card" content={props.preview ? 'summary_large_image' : 'summary'} />
      {props.isIndexed === false && <meta name="robots" content="noindex" />}
    </>
  )
}

/** Returns the first `limit` characters, cut at a word, or the whole text if a cut would save less than a line. */
export function shorten(text: string, limit: number): string {
  const letters = [...text]
  if (letters.length <= limit) return text
  const cut = letters.slice(0, limit).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > limit * 0.6 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}
