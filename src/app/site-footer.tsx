import { FooterChoices } from '#features/preferences/web/footer-choices.widgets.tsx'
import { allDestinations, openDestinations } from '#web/feature-pages.ts'
import { FooterContent } from '#web/ui/footer.tsx'
import { useEnv } from '#web/use-env.ts'
import { footerLinks } from './navigation.ts'

/** The terms of both sources require a link on every page that shows their content. */
const CREDITS = {
  igdb: { name: 'IGDB', href: 'https://www.igdb.com/' },
  rawg: { name: 'RAWG', href: 'https://rawg.io/' },
}

/** `isOutside`: a visitor of a members' site, who sees the info pages alone. */
export function SiteFooter({ pathname, isOutside }: { pathname: string; isOutside: boolean }) {
  const { productName, version, credits = [] } = useEnv()
  return (
    <FooterContent
      productName={productName}
      version={version}
      links={footerLinks(isOutside ? openDestinations() : allDestinations()).map((link) => ({
        ...link,
        current: pathname === link.href || pathname.startsWith(`${link.href}/`),
      }))}
      credits={credits.map((source) => CREDITS[source])}
    >
      <FooterChoices />
    </FooterContent>
  )
}
