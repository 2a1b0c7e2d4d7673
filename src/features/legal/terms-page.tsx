import { Link } from '@tanstack/react-router'
import { getEnvironment } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import { LegalPage, type LegalSection } from './legal-page'

/** Terms & Conditions: the 12 sections of section 9 of the specification, in its order. */
export function TermsPage() {
  const { name } = useSite()
  const { publicUrl } = getEnvironment()
  return (
    <LegalPage
      title="Terms & Conditions"
      intro={
        <>
          {name} is a public directory of AI tools in which people say why they recommend the ones they use.
          By using it you agree to these terms. We kept them short.
        </>
      }
      sections={sections(name, new URL(publicUrl).host)}
    />
  )
}

function sections(product: string, site: string): LegalSection[] {
  return [
    {
      id: 'eligibility',
      title: 'Eligibility',
      body: (
        <>
          <p>
            You must be at least 18 years old to use {product} at {site}. By using it you tell us that you
            are, and that you may lawfully enter into this agreement. If you use {product} for an
            organisation, you tell us that you may accept these terms on its behalf.
          </p>
          <p>Anyone of that age may browse, search and read the directory without an account.</p>
        </>
      ),
    },
    {
      id: 'registration',
      title: 'Registration',
      body: (
        <>
          <p>
            To recommend a tool you need an account: your name, a username, an email address that you can
            open, and a password. The account can be used once you have verified the address through the link
            we email to it.
          </p>
          <ul>
            <li>Give details that are true, and keep them so.</li>
            <li>Keep your password to yourself. You are responsible for activity on your account.</li>
            <li>One person, one account. Do not take a username in order to pass for someone else.</li>
            <li>Tell us if you believe that someone else has used your account.</li>
          </ul>
          <p>We may suspend or close an account that breaks these terms.</p>
        </>
      ),
    },
    {
      id: 'upvotes-and-recommendations',
      title: 'Upvotes and Recommendations',
      body: (
        <>
          <p>
            An upvote is a recommendation: one per person and tool, with a reason of up to 200 characters,
            published with your username and the date. You can delete it at any time.
          </p>
          <ul>
            <li>Recommend what you have used, and say in your own words why.</li>
            <li>
              Say so in the reason if the tool is yours, or if someone rewards you for the recommendation.
            </li>
            <li>
              No buying, selling or trading of upvotes, no votes cast by scripts or by accounts made for the
              purpose.
            </li>
            <li>Nothing unlawful, hateful, misleading or private to others, and no advertising.</li>
          </ul>
          <p>
            What you write stays yours. By publishing it you give {product} a perpetual, worldwide,
            non-exclusive, royalty-free licence to host, show, copy, adapt in form, translate and share it in
            connection with the directory. The licence continues if your account ends. We will not go on
            showing a recommendation that you have deleted.
          </p>
        </>
      ),
    },
    {
      id: 'moderation',
      title: 'Moderation',
      body: (
        <>
          <p>
            Any signed-in person may flag a recommendation that someone else wrote, and says why. Flagged
            content may be hidden until a moderator has looked at it. A moderator then approves it, and it
            shows again, or rejects it, and it stays hidden, or removes it for good.
          </p>
          <p>
            We may remove or hide flagged content, and anything else that breaks these terms, without notice.
            We do not read everything before it appears, and that something appears does not mean that we
            agree with it.
          </p>
        </>
      ),
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual Property',
      body: (
        <>
          <p>
            The design, the text and the arrangement of {product} belong to us or to those who let us use
            them. Names and logos of tools belong to their owners; we show them so that you know which tool is
            meant, and no partnership follows from it.
          </p>
          <p>
            You may link to any page and quote from it. You may not copy the directory as a whole, or offer it
            again as your own. If something here infringes a right of yours, tell us what and where, and we
            will look into it.
          </p>
        </>
      ),
    },
    {
      id: 'affiliate-links',
      title: 'Affiliate Links',
      body: (
        <p>
          Some links to tools may be affiliate or sponsored links: we may be paid when you follow one or buy
          something afterwards. You pay no more for it. Payment neither adds an upvote nor removes a
          recommendation.
        </p>
      ),
    },
    {
      id: 'privacy',
      title: 'Privacy',
      body: (
        <p>
          What we know about you, why, and for how long, is set out in the{' '}
          <Link to="/privacy">Privacy Policy</Link>. It is part of these terms.
        </p>
      ),
    },
    {
      id: 'accuracy-disclaimer',
      title: 'Accuracy Disclaimer',
      body: (
        <>
          <p>
            Tools change faster than any directory. We describe them as well as we can, but we do not promise
            that a description, a category or a link is complete, current or correct. Check with the maker
            before you rely on it.
          </p>
          <p>
            Recommendations are the opinions of the people who wrote them. They are not advice from us, and we
            have not tested the tools.
          </p>
        </>
      ),
    },
    {
      id: 'liability',
      title: 'Limitation of Liability',
      body: (
        <>
          <p>
            {product} is provided as it is. As far as the law allows, we are not liable for loss that follows
            from using or not being able to use it, from a tool listed in it, or from what someone wrote in
            it, and we do not promise that it is always available or free of mistakes.
          </p>
          <p>
            Nothing in these terms takes away a right that the law does not let us take away, such as your
            consumer guarantees under the Australian Consumer Law.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Changes',
      body: (
        <p>
          We may change these terms. The date at the top says when we last did. If a change matters to people
          who have an account, we will say so on the site before it takes effect. If you keep using {product}{' '}
          after that, you accept the new terms.
        </p>
      ),
    },
    {
      id: 'governing-law',
      title: 'Governing Law',
      body: (
        <p>
          These terms are governed by the law of New South Wales, Australia. Its courts, and the courts that
          hear appeals from them, decide disputes about these terms.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Questions about these terms, reports and complaints reach us through any of the accounts linked at
          the foot of every page of {site}.
        </p>
      ),
    },
  ]
}
