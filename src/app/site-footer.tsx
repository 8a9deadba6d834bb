import { FooterChoices } from '#features/preferences/web/footer-choices.widgets.tsx'
import { allDestinations } from '#web/feature-pages.ts'
import { FooterContent } from '#web/ui/footer.tsx'
import { useEnv } from '#web/use-env.ts'
import { footerLinks } from './navigation.ts'

/** The terms of both sources require a link on every page that shows their content. */
const CREDITS = {
  igdb: { name: 'IGDB', href: 'https://www.igdb.com/' },
  rawg: { name: 'RAWG', href: 'https://rawg.io/' },
}

export function SiteFooter({ pathname }: { pathname: string }) {
  const { productName, credits = [] } = useEnv()
  return (
    <FooterContent
      productName={productName}
      links={footerLinks(allDestinations()).map((link) => ({
        ...link,
        current: pathname === link.href || pathname.startsWith(`${link.href}/`),
      }))}
      credits={credits.map((source) => CREDITS[source])}
    >
      <FooterChoices />
    </FooterContent>
  )
}
