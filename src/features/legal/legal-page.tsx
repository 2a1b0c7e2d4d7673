import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import * as messages from '#messages/documents.js'
import { DEFAULT_LAW } from '#shared/site.ts'
import { getEnvironment } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import { textOf } from '~/lib/texts'
import { DocumentPage } from './document-page'
import { documentQuery } from './documents-data'
import { contactNode } from './fill-in'

const TITLES = {
  terms: messages.termsTitle,
  privacy: common.privacyPolicy,
  ranking: messages.rankingTitle,
  about: messages.aboutTitle,
}

/** Terms and privacy policy, the specification's (section 9) unless the owner wrote their own, and About. */
export function LegalPage({ name }: { name: keyof typeof TITLES }) {
  const { data } = useSuspenseQuery(documentQuery(name))
  const { document, isOwn, changedOn, weights, hasModerationLog } = data
  const site = useSite()
  const { name: siteName, contact, item, items, law } = site
  const words = {
    ...{ name: siteName, item, items, topic_items: site.topicItems },
    law: law ?? DEFAULT_LAW,
    // How strict the orders are, on the page about them.
    ...(weights === null ? {} : { weights }),
    host: new URL(getEnvironment().publicUrl).host,
    contact: contactNode(contact, messages.accountsBelow),
  }
  return (
    <>
      <DocumentPage
        numbered={name === 'terms' || name === 'privacy'}
        title={textOf(TITLES[name], site)}
        words={words}
        document={document}
        isOwn={isOwn}
        changedOn={changedOn}
      />
      {hasModerationLog && (
        <p className="wrap -mt-8 pb-16">
          <Link to="/moderation" className="link inline-block pointer-coarse:py-3">
            {common.moderationLog}
          </Link>
        </p>
      )}
    </>
  )
}
