import { Fragment, useId } from 'react'
import * as messages from '#messages/import-export.js'
import { DropZone } from '~/components/ui/drop-zone'
import { FileButton } from '~/components/ui/file-button'
import { useSite } from '~/lib/site-data'
import { useFacts } from '~/lib/use-facts'
import { Disclosure } from '../disclosure'

type Props = { mistake: string | null; onFile: (file: File) => void }

/** Chooses a catalogue file, by button or dropping, and explains its format. */
export function FileChoice({ mistake, onFile }: Props) {
  const id = useId()
  const site = useSite()
  const facts = useFacts()

  return (
    <>
      <p className="mt-1.5 max-w-[62ch] text-ink-soft">{messages.toolsAreMatchedByTheir(site)}</p>
      <DropZone onFile={onFile} className="mt-5 gap-3 py-10">
        <label htmlFor={id} className="display text-2xl leading-tight">
          {messages.catalogueFile}
        </label>
        <FileButton
          id={id}
          accept=".jsonl,.ndjson,.csv,.tsv,.xlsx"
          face={messages.chooseFile}
          look={{ size: 'lg' }}
          invalid={mistake !== null}
          describedBy={`${id}-note`}
          onFile={onFile}
        />
        <p
          id={`${id}-note`}
          aria-live="polite"
          className={`text-[13px] leading-5 ${mistake ? 'text-bad' : 'text-ink-faint'}`}
        >
          {mistake ?? (
            <>
              {messages.filesTaken}
              <span className="pointer-coarse:hidden">{messages.orDropItHere}</span>
            </>
          )}
        </p>
      </DropZone>
      <Disclosure summary={messages.whatTheFileLooksLike} className="mt-4">
        <div className="grid max-w-[66ch] gap-3 pt-2 text-[15px] text-ink-soft">
          <p>
            {messages.oneToolPerLineWith(site)}
            <Code>{messages.name}</Code>, <Code>{messages.shortDescription}</Code>,{' '}
            <Code>{messages.websiteUrl}</Code>
            {messages.andOptionally}
            <Code>{messages.slug}</Code>, <Code>{messages.categories}</Code>, <Code>{messages.featured}</Code>
            {messages.withoutASlugOneIs}
            <Code>;</Code>
            {messages.or}
            <Code>|</Code>
            {messages.theFirstCategoryIsThe}
          </p>
          <p>
            {messages.factsOfATool}
            {facts.map(({ column }, place) => (
              <Fragment key={column}>
                {place > 0 && ', '}
                <Code>{column}</Code>
              </Fragment>
            ))}
            {messages.emptyOrUnknown}
          </p>
          <p>{messages.htmlAndMarkdownAreConverted}</p>
          <p>{messages.otherFiles}</p>
        </div>
      </Disclosure>
    </>
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="rounded bg-sunken px-1 py-0.5 text-[13px] text-ink">{children}</code>
)
