/**
 * What people type, and which tools of the trial catalogue are right for it, by slug. Written by reading the catalogue, not
 * the answers. Nothing is right for nonsense.
 */

export interface Question {
  kind: string
  query: string
  right: string[]
}

const rows: [kind: string, query: string, right: string][] = [
  ['task', 'I want to transcribe meetings', 'scribebuddy fireflies cogram rythmex'],
  [
    'task',
    'remove background from a photo',
    'remove-bg removal-ai erase-bg pixian slazzer-3-0 ai-background-generator-by-photoroom',
  ],
  [
    'task',
    'write a cover letter',
    'cover-letter-ai coverletterwrite writemeacoverletter your-cover-letter coverletter-app',
  ],
  ['task', 'make a logo for my startup', 'make-logo-ai looka logo-rank'],
  ['task', 'fix blurry photos', 'letsenhance restorephotos-io'],
  ['task', 'turn an article into audio', 'article-audio voicera speechify'],
  ['task', 'summarize a long youtube video', 'summarize-tech eightify'],
  ['task', 'write sql queries in plain english', 'text2sql ai-sql-bot sqlgenius ai2sql querygenie ai-query'],
  [
    'task',
    'help me find a gift for my mother',
    'gift-genie giftbot giftwizard coolgiftideas giftastic-ai gifts-genie suggest-gift elf-help',
  ],
  ['task', 'practice speaking english', 'speakingclubai lingostar lorro langotalk'],
  ['task', 'create a pitch deck', 'my-pitch-deck deck-rocks pitchgrade'],
  ['task', 'translate and dub videos', 'papercup dubverse-ai yepic-ai'],
  ['task', 'find bugs in my code', 'codeball adrenaline explain-an-error codiumai'],
  [
    'task',
    'design the interior of my living room',
    'ai-room-planner interior-ai dimensions coolaiid oda-studio',
  ],
  ['task', 'colorize old black and white photos', 'palette colorize'],
  ['task', 'answer customer support tickets', 'ai-answers-by-cohere resolveai'],
  [
    'task',
    'generate music for my video',
    'soundraw ecrett-music boomy aiva soundful riffusion amper-ai musico quasi-music',
  ],
  ['task', 'remove noise from my calls', 'krisp'],
  ['task', 'plan a trip', 'vacay roamr'],
  ['task', 'chat with a pdf document', 'chatbase filechat humata'],
  [
    'task',
    'bedtime stories for my children',
    'scarlettpanda storywizard bedtimestory storiesforkids kidotail',
  ],
  ['task', 'name for my new business', 'namelix namewizard smarty-names'],
  ['fact', 'free image generator', 'ai2image stablecog playground nightcafe neural-love pinegraph aiimages'],
  ['fact', 'open source image generator', 'stablecog'],
  ['fact', 'free paraphrasing tool', 'paraphraser word-spinner wordfixerbot'],
  ['fact', 'free text to speech', 'lovo free-text-to-speech'],
  ['fact', 'chrome extension for email', 'intellimail remail'],
  ['fact', 'royalty free music', 'soundraw ecrett-music soundful'],
  ['fact', 'photo editor for iphone', 'photoleap'],
  ['fact', 'figma plugin', 'splashai magician autoname'],
  ['fact', 'wordpress code generator', 'codewp'],
  ['fact', 'whatsapp assistant', 'askrobi gpt-hotline'],
  ['name', 'Midjourney', 'midjourney'],
  ['name', 'github copilot', 'github-copilot'],
  ['name', 'DALL-E 2', 'dall-e-2'],
  ['name', 'chat gpt', 'chatgpt'],
  ['name', 'remove bg', 'remove-bg'],
  ['name', 'jasper', 'jasper-ai'],
  ['name', 'synthesia', 'synthesia'],
  ['name', 'you', 'you'],
  ['name', 'notion ai', 'notion-ai'],
  ['name', 'wordtune', 'wordtune'],
  ['misspelling', 'midjurney', 'midjourney'],
  ['misspelling', 'chatgtp', 'chatgpt'],
  ['misspelling', 'synthezia', 'synthesia'],
  ['misspelling', 'transcribtion', 'taption voicetapp scribebuddy deciphr-ai rythmex versational'],
  ['misspelling', 'vidoe editor', 'wisecut gling typestudio runway simplified descript cutout-pro'],
  [
    'misspelling',
    'backgroud remover',
    'remove-bg removal-ai erase-bg pixian slazzer-3-0 ai-background-generator-by-photoroom',
  ],
  ['misspelling', 'presantation slides', 'slidesai glimmer-ai storyd chatba'],
  ['misspelling', 'recepie generator', 'ai-recipe-generator foodai'],
  ['misspelling', 'tatoo design', 'tattosai blackink'],
  ['misspelling', 'intrior design', 'ai-room-planner interior-ai dimensions coolaiid'],
  [
    'synonym',
    'picture enlargement',
    'ai-image-enlarger ai-image-upscaler imgupscaler claid-ai bigjpg letsenhance',
  ],
  ['synonym', 'cv builder', 'ai-resume-editor resumai resume-studio resume-worded coverquick'],
  ['synonym', 'powerpoint maker', 'slidesai glimmer-ai storyd chatba tome deck-rocks'],
  [
    'synonym',
    'reword my text',
    'paraphraser rephrasely rephrasee-com intelligent-paraphraser wordfixerbot word-spinner quillbot-paraphraser',
  ],
  ['synonym', 'speech to text', 'assemblyai supertranslate rythmex scribebuddy voicetapp whisperapi'],
  ['synonym', 'lawyer', 'paralegal-ai donotpay spellbook'],
  [
    'synonym',
    'spreadsheet formulas',
    'excelformulabot formula-dog formulagod neural-formula sheet-ai genius-sheets',
  ],
  ['synonym', 'recipes for dinner', 'ai-recipe-generator foodai'],
  [
    'synonym',
    'profile pic',
    'aiprofilepic profilepicture-ai profile-picture ai-profile-pictures pfpmaker epicavatar',
  ],
  ['synonym', 'holiday itinerary', 'vacay roamr'],
  ['word form', 'transcribe', 'scribebuddy rythmex taption voicetapp versational fireflies'],
  [
    'word form',
    'summarization',
    'summari summarize-tech scholarcy tldr-this sumly thegist upword summereyes eightify',
  ],
  ['word form', 'translator', 'deepl papercup translatevideo taption supertranslate'],
  ['word form', 'recruiting', 'recruiting-emails-ai-by-dover hire-hoc springworks hirex-ai rankode'],
  ['word form', 'animating', 'snowpixel pixelvibe kaedim plask'],
  ['word form', 'debug', 'adrenaline explain-an-error codeball'],
  ['alternative', 'alternative to ChatGPT', 'chai botgpt nolu keepi askrobi chatbase merlin'],
  [
    'alternative',
    'github copilot alternatives',
    'codeium tabnine codegpt codeassist ghostwriter programminghelper mutable-ai',
  ],
  [
    'alternative',
    'tools like remove.bg',
    'removal-ai erase-bg pixian slazzer-3-0 ai-background-generator-by-photoroom bg-eraser',
  ],
  ['alternative', 'something similar to DeepL', 'papercup rephrasely translatevideo taption supertranslate'],
  ['reason', 'saved our weekly standup', 'cogram'],
  ['reason', 'pronunciation for my thesis defence', 'lingostar'],
  ['reason', 'wedding invitations', 'hotpot'],
  ['reason', 'lecture recordings dyslexia', 'speechify'],
  ['reason', 'refactoring legacy cobol', 'github-copilot'],
  ['nonsense', 'asdkjh qwezx', ''],
  ['nonsense', 'zzzzzz', ''],
  ['nonsense', 'flurbnogle wibblesnatch', ''],
  ['nonsense', '%%% ___ ???', ''],
]

export const QUESTIONS: Question[] = rows.map(([kind, query, right]) => ({
  kind,
  query,
  right: right === '' ? [] : right.split(' '),
}))

/** Recommendations that hold the words asked for in `reason`, and some that do not. */
export const REASONS: [slug: string, reason: string][] = [
  ['cogram', 'It saved our weekly standup: nobody has to write anything down any more.'],
  ['lingostar', 'I practised the pronunciation for my thesis defence with it every evening.'],
  ['hotpot', 'We made all our wedding invitations with it in one afternoon.'],
  ['speechify', 'My son has dyslexia and listens to his lecture recordings and handouts with it.'],
  ['github-copilot', 'Surprisingly good at refactoring legacy COBOL into something readable.'],
  ['midjourney', 'Nothing else gives me pictures with this much atmosphere.'],
  ['descript', 'I cut a whole interview by deleting words.'],
  ['chatgpt', 'It explains the same thing five ways until I understand it.'],
  ['deepl', 'The only one that gets my German letters right.'],
  ['krisp', 'My neighbours renovate and nobody in the call hears it.'],
]
