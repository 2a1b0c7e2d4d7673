import { parse } from 'tldts'

/** What a domain says about who makes the tool there (docs/decisions/186). */

/**
 * Many people have pages, apps or repositories at these: who works for the platform has not made them. The public suffix list,
 * which we also ask, knows those that give each a subdomain.
 */
const SHARED = new Set(
  `airtable.com amazon.com apple.com archive.org atlassian.net bitbucket.org bsky.app buymeacoffee.com canva.com canva.site
  carrd.co chatgpt.com claude.ai codeberg.org coda.io codesandbox.io dev.to discord.com discord.gg docker.com f-droid.org
  facebook.com figma.com framer.website gitbook.com gitbook.io github.com gitlab.com google.com gumroad.com hashnode.dev
  huggingface.co indiegogo.com instagram.com itch.io jetbrains.com kaggle.com kickstarter.com ko-fi.com linkedin.com linktr.ee
  medium.com microsoft.com mozilla.org mystrikingly.com notion.site notion.so npmjs.com openai.com patreon.com pinterest.com
  poe.com producthunt.com pypi.org quora.com reddit.com replit.com salesforce.com shopify.com slack.com snapcraft.io
  softr.app sourceforge.net squarespace.com steampowered.com substack.com super.site t.me telegram.me tiktok.com tumblr.com
  twitch.tv twitter.com typeform.com visualstudio.com vk.com webflow.io weebly.com whatsapp.com wixsite.com wordpress.com
  wordpress.org x.com youtube.com zapier.com`.split(/\s+/),
)

/** Anybody may have an address at these. */
const FREE_MAIL = new Set(
  `126.com 139.com 163.com 21cn.com aliyun.com aol.com bigpond.com bluewin.ch btinternet.com cock.li comcast.net cox.net
  daum.net disroot.org duck.com eclipso.de email.com fastmail.com fastmail.fm foxmail.com free.fr freemail.hu freenet.de
  gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.co.uk hotmail.com hotmail.de
  hotmail.es hotmail.fr hotmail.it hush.com hushmail.com icloud.com inbox.com inbox.lv interia.pl keemail.me kolabnow.com
  laposte.net libero.it live.co.uk live.com live.de live.fr live.nl mac.com mail.com mail.de mail.ee mail.ru mailbox.org
  mailfence.com mailinator.com me.com mozmail.com msn.com nate.com naver.com o2.pl onet.pl op.pl orange.fr outlook.com
  outlook.de outlook.es outlook.fr outlook.jp passmail.net pm.me posteo.de posteo.net proton.me protonmail.ch protonmail.com
  qq.com rambler.ru rediffmail.com riseup.net runbox.com sapo.pt seznam.cz sfr.fr simplelogin.com sina.cn sina.com skynet.be
  sohu.com startmail.com t-online.de telia.com tuta.com tuta.io tutamail.com tutanota.com tutanota.de ukr.net uol.com.br
  verizon.net virgilio.it web.de wp.pl ya.ru yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es
  yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com yopmail.com zoho.com zohomail.com`.split(/\s+/),
)

/** `www.` leads to the same. Empty where there is none: the database takes more for an address than URL does. */
export const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/^www\./, '') ?? ''

/**
 * The domain that somebody registered, or was given by a provider: of app.site.example site.example, of name.github.io that
 * itself. Undefined for an address without one, and for one that many share.
 */
export function ownDomainOf(url: string): string | undefined {
  const { domain } = parse(hostOf(url), { allowPrivateDomains: true })
  if (!domain || SHARED.has(domain)) return undefined
  return domain
}

/** Whether two addresses are of one site: what one leads to, the other's owner has chosen. */
export const isSameSite = (one: string, other: string): boolean =>
  hostOf(one) === hostOf(other) || (ownDomainOf(one) ?? '') === (ownDomainOf(other) ?? '-')

/** Whether who reads this address's mail is of the tool's own domain. */
export function isOfDomain(email: string, url: string): 'yes' | 'shared' | 'elsewhere' {
  const domain = ownDomainOf(url)
  if (!domain || FREE_MAIL.has(domain)) return 'shared'
  return email.toLowerCase().endsWith(`@${domain}`) ? 'yes' : 'elsewhere'
}
