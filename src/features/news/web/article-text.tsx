import { useEffect, useRef } from 'react'

/**
 * The text of a post: HTML that the server made from Markdown and sanitised. A picture that does not arrive leaves its
 * box with its description.
 */
export function ArticleText({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    const root = text.current
    if (!root) return
    const mark = ({ alt, parentElement }: HTMLImageElement) => parentElement?.setAttribute('data-missing', alt)
    const onError = ({ target }: Event) => target instanceof HTMLImageElement && mark(target)
    // The event of a picture does not bubble. Pictures may have failed before the page was hydrated.
    root.addEventListener('error', onError, true)
    for (const image of root.querySelectorAll('img')) if (image.complete && image.naturalWidth === 0) mark(image)
    return () => root.removeEventListener('error', onError, true)
  }, [html])
  return (
    <div
      ref={text}
      className="markdown article-text"
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
