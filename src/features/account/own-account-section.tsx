import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/profile.js'
import { slugify } from '#shared/catalogue-rules.ts'
import { Button } from '~/components/ui/button'
import { notify } from '~/lib/notify'
import { saveFile } from '~/lib/save-file'
import { useSite } from '~/lib/site-data'
import { DeleteAccountDialog } from './delete-account-dialog'
import { type OwnAccountCalls, ownAccountCalls } from './own-account-data'

type OwnAccountSectionProps = {
  username: string
  /** The calls, of a member who is signed in unless given. */
  calls?: OwnAccountCalls
  /** One below the other, in a narrow card. */
  stacked?: boolean
  onDeleted: () => void
}

/** The person's data: download a copy, or delete the account. */
export function OwnAccountSection({
  username,
  calls = ownAccountCalls,
  stacked = false,
  onDeleted,
}: OwnAccountSectionProps) {
  const { name } = useSite()
  const { mutate, isPending: preparing } = useMutation(calls.exporting)
  const [asking, setAsking] = useState(false)

  function downloadData() {
    mutate(undefined, {
      onSuccess: (data) => {
        const today = new Date().toISOString().slice(0, 10)
        saveFile(`${slugify(name) || 'account'}-${username}-${today}.json`, data, 'application/json')
        notify.success(messages.dataDownloaded)
      },
    })
  }

  return (
    <section className={`border-line border-t ${stacked ? 'mt-8 pt-6' : 'mt-12 pt-8'}`}>
      <h2 className="display text-[26px]">{messages.yourData}</h2>
      <div className={`mt-5 grid gap-7 ${stacked ? '' : 'md:grid-cols-2 md:gap-12'}`}>
        <div className="flex flex-col items-start justify-between gap-4">
          <p className="max-w-[46ch] text-[15px] text-ink-soft">{messages.dataDescription}</p>
          <Button variant="quiet" size="lg" busy={preparing} onClick={downloadData}>
            {preparing ? common.preparing : messages.downloadYourData}
          </Button>
        </div>
        <div className="flex flex-col items-start justify-between gap-4">
          <p className="max-w-[46ch] text-[15px] text-ink-soft">{messages.deletionWarning}</p>
          <Button variant="quiet" size="lg" onClick={() => setAsking(true)} className="text-bad!">
            {messages.deleteAccount}
          </Button>
        </div>
      </div>
      {asking && (
        <DeleteAccountDialog
          username={username}
          deleting={calls.deleting}
          onClose={() => setAsking(false)}
          onDeleted={onDeleted}
        />
      )}
    </section>
  )
}
