import { Link } from '@tanstack/react-router'
import { getEnvironment } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import { LegalPage, type LegalSection } from './legal-page'

/** Privacy Policy: 10 sections (section 9 of the specification), saying what the product really keeps. */
export function PrivacyPage() {
  const { name } = useSite()
  const { publicUrl } = getEnvironment()
  return (
    <LegalPage
      title="Privacy Policy"
      intro={
        <>
          You can read all of {name} without telling us who you are. If you join, we keep what an account
          needs and publish what you choose to write. This page says exactly what that is.
        </>
      }
      sections={sections(name, new URL(publicUrl).host)}
    />
  )
}

function sections(product: string, site: string): LegalSection[] {
  return [
    {
      id: 'what-this-covers',
      title: 'What This Covers',
      body: (
        <p>
          This policy covers {product} at {site}: its pages, its accounts and the emails it sends. It does not
          cover the tools listed here or their websites, which have policies of their own. It belongs to the{' '}
          <Link to="/terms">Terms & Conditions</Link>.
        </p>
      ),
    },
    {
      id: 'what-we-collect',
      title: 'What We Collect',
      body: (
        <>
          <p>We collect your name, your email address and data about how the site is used. In detail:</p>
          <ul>
            <li>
              <strong>Your account:</strong> full name, username, email address, when the account was made and
              last changed, and your password in a hashed form from which it cannot be read back.
            </li>
            <li>
              <strong>What you write:</strong> your upvotes with their reasons and dates, and any flags you
              raise with their reasons.
            </li>
            <li>
              <strong>Usage data:</strong> for each request, its time, which page or record was asked for, how
              it ended and how long it took; and for a short while your network address, so that nobody can
              try passwords or send emails without limit.
            </li>
          </ul>
          <p>We do not ask for payment details, a telephone number, your date of birth or your location.</p>
        </>
      ),
    },
    {
      id: 'how-we-use-it',
      title: 'How We Use It',
      body: (
        <ul>
          <li>
            To let you sign in, and to send the emails you cause: verification and password reset. No
            newsletters.
          </li>
          <li>To publish your recommendations under your username.</li>
          <li>To keep upvotes honest: one per person and tool, and a moderator for what is flagged.</li>
          <li>To find faults, keep the site fast and fend off abuse.</li>
        </ul>
      ),
    },
    {
      id: 'cookies-and-analytics',
      title: 'Cookies, Local Storage and Analytics',
      body: (
        <>
          <p>
            We collect usage data through cookies and similar technologies, and through analytics. What that
            means here:
          </p>
          <ul>
            <li>
              <strong>Signing in</strong> keeps your session in your browser's local storage until you sign
              out. It does the work of a cookie, but is sent only with the requests that need it.
            </li>
            <li>
              <strong>Known browsers and networks.</strong> Signing in sets one cookie with a random number,
              sent to the sign-in service alone. For 90 days we keep that number and your network address,
              both as hashes, so that strangers who guess passwords cannot keep you from signing in. They go
              with a new password, and with the account.
            </li>
            <li>
              <strong>Choices,</strong> such as the light or dark theme and the tools you collect to compare,
              are kept in local storage too. Where you had scrolled to is kept for as long as the tab is open.
            </li>
            <li>
              <strong>Analytics</strong> are counts we make from our own server's records of requests. The
              pages load no advertising and no other company's tracking scripts.
            </li>
          </ul>
          <p>
            You can clear or block this storage in your browser. Reading works without it; staying signed in
            does not. A tool's logo may be loaded from another server, which then sees your network address,
            as with any picture on the web.
          </p>
        </>
      ),
    },
    {
      id: 'what-is-public',
      title: 'What Is Public',
      body: (
        <>
          <p>
            Your username and your name belong to your public profile, and each recommendation shows your
            username, your reason and the date to everyone, search engines included. A recommendation that was
            flagged may be hidden.
          </p>
          <p>Your email address, your password and the flags you raise are never shown to other members.</p>
        </>
      ),
    },
    {
      id: 'sharing',
      title: 'Sharing',
      body: (
        <>
          <p>
            We do not sell what we know about you. We share it only with those who run the site for us, such
            as the hosts of its servers and its email, who may use it for nothing else; with our
            administrators, as far as moderation needs it; and where the law obliges us to.
          </p>
          <p>
            When you follow a link to a tool you leave {product}. Some of these links may be affiliate or
            sponsored links, by which the other side can tell that you came from here.
          </p>
        </>
      ),
    },
    {
      id: 'retention',
      title: 'How Long We Keep It',
      body: (
        <>
          <p>
            Your account and what you wrote stay as long as the account exists. What you delete disappears
            from the site at once, and from backups when they are replaced. Records of requests are kept only
            as long as they help to find faults and abuse.
          </p>
          <p>When you delete your account, this happens at once:</p>
          <ul>
            <li>
              <strong>Removed:</strong> your profile with your name and username, your email address and
              password, your sessions, all your upvotes with their reasons, and the reports you made that
              nobody has decided yet.
            </li>
            <li>
              <strong>Kept without your name:</strong> reports of yours that a moderator decided, with their
              reason; and, in the moderators' record, that a decision was made about an upvote of yours, but
              neither who wrote it nor what it said. What an administrator did stays on record under a number
              that no longer leads to anybody.
            </li>
          </ul>
        </>
      ),
    },
    {
      id: 'security',
      title: 'Security',
      body: (
        <p>
          Passwords are hashed, links in emails work once and expire, and the database itself decides who may
          read and change what. No system is perfectly safe. If something happens that is likely to harm you,
          we will tell you and the authorities as the law requires.
        </p>
      ),
    },
    {
      id: 'your-rights',
      title: 'Your Rights',
      body: (
        <>
          <p>
            On <Link to="/profile">your profile</Link> you can see and correct your name and username, delete
            your upvotes, download everything we hold about you as one file, and delete your account. What
            deleting removes and what it leaves is said under How Long We Keep It. You may also ask us to do
            any of this for you.
          </p>
          <p>
            {product} is for people of 18 and over; we delete the account of anyone younger. If you think we
            have handled your data badly, tell us first. You can also turn to the Office of the Australian
            Information Commissioner, or to the authority where you live.
          </p>
        </>
      ),
    },
    {
      id: 'changes-and-contact',
      title: 'Changes and Contact',
      body: (
        <p>
          We may change this policy; the date at the top says when we last did, and changes that matter are
          announced on the site. Questions and requests reach us through any of the accounts linked at the
          foot of every page.
        </p>
      ),
    },
  ]
}
