import { type ReactNode, useId, useRef, useState } from 'react'
import * as messages from '#messages/logo-field.js'
import type { logoWords } from '#messages/tool-form.js'
import { Button } from '~/components/ui/button'
import { DropZone } from '~/components/ui/drop-zone'
import { FileButton } from '~/components/ui/file-button'
import { findLogoMistake, KEPT, type LogoChoice } from './logo-choice'

type Props = {
  /** The URL of the stored logo. */
  stored: string | null
  label: string
  words: typeof logoWords
  /** The logo after saving. */
  picture: ReactNode
  choice: LogoChoice
  onChoice: (choice: LogoChoice) => void
  /** The uploaded share of the file, from 0 to 1. */
  share: number | null
}

/** A logo field: previewed before it is saved; chosen by a button or dropped, removed, restored (section 5). */
export function LogoField({ stored, label, words, picture, choice, onChoice, share }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [mistake, setMistake] = useState<string | null>(null)
  const hasLogo = choice.kind === 'file' || (choice.kind === 'kept' && stored !== null)

  function take(file: File) {
    const found = findLogoMistake(file)
    setMistake(found)
    if (!found) onChoice({ kind: 'file', file })
  }

  function remove() {
    setMistake(null)
    onChoice(stored === null ? KEPT : { kind: 'removed' })
    input.current?.focus()
  }

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium text-sm">
        {label}
      </label>
      <DropZone onFile={take} className="gap-4 py-6">
        {picture}
        <div className="flex flex-wrap justify-center gap-2">
          <FileButton
            ref={input}
            id={id}
            accept="image/*"
            face={hasLogo ? messages.replaceImage : messages.chooseImage}
            look={{ variant: 'quiet', size: 'sm' }}
            invalid={mistake !== null}
            describedBy={`${id}-note`}
            onFile={take}
          />
          {hasLogo && (
            <Button variant="ghost" size="sm" onClick={remove}>
              {words.remove}
            </Button>
          )}
        </div>
        <Status words={words} choice={choice} stored={stored} share={share} onUndo={() => onChoice(KEPT)} />
      </DropZone>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={`text-[13px] leading-5 ${mistake ? 'text-bad' : 'text-ink-faint'}`}
      >
        {mistake ?? (
          <>
            {messages.pngJpgOrSvgUp}
            <span className="pointer-coarse:hidden">{messages.orDropAnImageHere}</span>
          </>
        )}
      </p>
    </div>
  )
}

type StatusProps = Pick<Props, 'words' | 'choice' | 'stored' | 'share'> & { onUndo: () => void }

function Status({ words, choice, stored, share, onUndo }: StatusProps) {
  if (share !== null)
    return (
      <div className="grid w-full gap-1.5 text-[13px] text-ink-soft">
        <progress
          value={share}
          aria-label={messages.upload}
          className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
        />
        <span role="status">{messages.uploading({ percent: Math.round(share * 100) })}</span>
      </div>
    )
  if (choice.kind === 'kept') return null
  return (
    <p role="status" className="text-[13px] text-ink-soft">
      {choice.kind === 'file' ? words.uploaded({ name: choice.file.name }) : words.removed}{' '}
      {stored !== null && (
        <button type="button" onClick={onUndo} className="link pointer-coarse:py-3">
          {messages.keepTheOldOne}
        </button>
      )}
    </p>
  )
}
