/** The questions the search was developed with. A line is a kind, what people type, and the right slugs. */
export const FIRST_QUESTIONS = `
task | I want to transcribe meetings | scribebuddy fireflies cogram rythmex
task | remove background from a photo | remove-bg removal-ai erase-bg pixian slazzer-3-0 ai-background-generator-by-photoroom
task | write a cover letter | cover-letter-ai coverletterwrite writemeacoverletter your-cover-letter coverletter-app
task | make a logo for my startup | make-logo-ai looka logo-rank
task | fix blurry photos | letsenhance restorephotos-io
task | turn an article into audio | article-audio voicera speechify
task | summarize a long youtube video | summarize-tech eightify
task | write sql queries in plain english | text2sql ai-sql-bot sqlgenius ai2sql querygenie ai-query
task | help me find a gift for my mother | gift-genie giftbot giftwizard coolgiftideas giftastic-ai gifts-genie suggest-gift elf-help
task | practice speaking english | speakingclubai lingostar lorro langotalk
task | create a pitch deck | my-pitch-deck deck-rocks pitchgrade
task | translate and dub videos | papercup dubverse-ai yepic-ai
task | find bugs in my code | codeball adrenaline explain-an-error codiumai
task | design the interior of my living room | ai-room-planner interior-ai dimensions coolaiid oda-studio
task | colorize old black and white photos | palette colorize
task | answer customer support tickets | ai-answers-by-cohere resolveai
task | generate music for my video | soundraw ecrett-music boomy aiva soundful riffusion amper-ai musico quasi-music
task | remove noise from my calls | krisp
task | plan a trip | vacay roamr
task | chat with a pdf document | chatbase filechat humata
task | bedtime stories for my children | scarlettpanda storywizard bedtimestory storiesforkids kidotail
task | name for my new business | namelix namewizard smarty-names
fact | free image generator | ai2image stablecog playground nightcafe neural-love pinegraph aiimages
fact | open source image generator | stablecog
fact | free paraphrasing tool | paraphraser word-spinner wordfixerbot
fact | free text to speech | lovo free-text-to-speech
fact | chrome extension for email | intellimail remail
fact | royalty free music | soundraw ecrett-music soundful
fact | photo editor for iphone | photoleap
fact | figma plugin | splashai magician autoname
fact | wordpress code generator | codewp
fact | whatsapp assistant | askrobi gpt-hotline
name | Midjourney | midjourney
name | github copilot | github-copilot
name | DALL-E 2 | dall-e-2
name | chat gpt | chatgpt
name | remove bg | remove-bg
name | jasper | jasper-ai
name | synthesia | synthesia
name | you | you
name | notion ai | notion-ai
name | wordtune | wordtune
misspelling | midjurney | midjourney
misspelling | chatgtp | chatgpt
misspelling | synthezia | synthesia
misspelling | transcribtion | taption voicetapp scribebuddy deciphr-ai rythmex versational
misspelling | vidoe editor | wisecut gling typestudio runway simplified descript cutout-pro
misspelling | backgroud remover | remove-bg removal-ai erase-bg pixian slazzer-3-0 ai-background-generator-by-photoroom
misspelling | presantation slides | slidesai glimmer-ai storyd chatba
misspelling | recepie generator | ai-recipe-generator foodai
misspelling | tatoo design | tattosai blackink
misspelling | intrior design | ai-room-planner interior-ai dimensions coolaiid
synonym | picture enlargement | ai-image-enlarger ai-image-upscaler imgupscaler claid-ai bigjpg letsenhance
synonym | cv builder | ai-resume-editor resumai resume-studio resume-worded coverquick
synonym | powerpoint maker | slidesai glimmer-ai storyd chatba tome deck-rocks
synonym | reword my text | paraphraser rephrasely rephrasee-com intelligent-paraphraser wordfixerbot word-spinner quillbot-paraphraser
synonym | speech to text | assemblyai supertranslate rythmex scribebuddy voicetapp whisperapi
synonym | lawyer | paralegal-ai donotpay spellbook
synonym | spreadsheet formulas | excelformulabot formula-dog formulagod neural-formula sheet-ai genius-sheets
synonym | recipes for dinner | ai-recipe-generator foodai
synonym | profile pic | aiprofilepic profilepicture-ai profile-picture ai-profile-pictures pfpmaker epicavatar
synonym | holiday itinerary | vacay roamr
word form | transcribe | scribebuddy rythmex taption voicetapp versational fireflies
word form | summarization | summari summarize-tech scholarcy tldr-this sumly thegist upword summereyes eightify
word form | translator | deepl papercup translatevideo taption supertranslate
word form | recruiting | recruiting-emails-ai-by-dover hire-hoc springworks hirex-ai rankode
word form | animating | snowpixel pixelvibe kaedim plask
word form | debug | adrenaline explain-an-error codeball
alternative | alternative to ChatGPT | chai botgpt nolu keepi askrobi chatbase merlin
alternative | github copilot alternatives | codeium tabnine codegpt codeassist ghostwriter programminghelper mutable-ai
alternative | tools like remove.bg | removal-ai erase-bg pixian slazzer-3-0 ai-background-generator-by-photoroom bg-eraser
alternative | something similar to DeepL | papercup rephrasely translatevideo taption supertranslate
reason | saved our weekly standup | cogram
reason | pronunciation for my thesis defence | lingostar
reason | wedding invitations | hotpot
reason | lecture recordings dyslexia | speechify
reason | refactoring legacy cobol | github-copilot
fact | free image upscaler | ai-image-enlarger ai-image-upscaler imgupscaler claid-ai bigjpg letsenhance avc-ai topaz-photo-ai magicstock icons8
fact | open source copilot | codeium tabnine github-copilot codeassist codegpt
fact | android keyboard | rizz typly gptkey
fact | keyboard app | rizz typly gptkey
fact | free ai writer | h-supertools-ai-writer typedroid paragraph-ai freewriteai ai-writer webcopilot writey-ai
fact | works on mac | elephas voice-ai
fact | discord bot | ansy
fact | telegram bot | botgpt
fact | google docs add on | sheet-ai sheetgod excelformulabot
fact | notion integration | slashdreamer webcopilot notion-ai
fact | photoshop plugin | flying-dog-for-photoshop
fact | transcription api | assemblyai whisperapi
fact | tool for teachers | teachology-ai teacherbot
fact | for recruiters | hire-hoc hirex-ai rankode resume-worded hireyay recruiting-emails-ai-by-dover springworks jd-generator
fact | without signup | pixian
glued | imageupscaler | ai-image-upscaler imgupscaler ai-image-enlarger bigjpg letsenhance
glued | backgroundremover | remove-bg erase-bg removal-ai slazzer-3-0 pixian cutout-pro ai-background-generator-by-photoroom designify ai-writer-by-picsart unfake
glued | textto speech | eleven listnr-2-0 lovo murf-ai play-ht speech-to-speech speechelo speechify verbatik wellsaid createaivoiceovers voicemaker free-text-to-speech naturalreader underduck fakeyou
glued | coverletter | cover-letter-ai coverletterwrite writemeacoverletter your-cover-letter coverletter-app ai-rental-cover-letter
glued | logomaker | make-logo-ai looka logo-rank accomplice designs-ai text-to-book-cover
glued | videoeditor | wisecut gling typestudio runway simplified descript cutout-pro
glued | faceswap | face-swapper reface deepfakesweb
misspelling | grammer checker | safespelling rephrasee-com writeplus paragraph-ai rephrasely writelyai wordtune myess politepost
misspelling | resumé bulider | ai-resume-editor resumai resume-studio resume-worded coverquick
misspelling | sumarize pdf | humata filechat upword chatbase
misspelling | writting assistant | wordtune aikit rytr longshot-ai paragraph-ai paraphraser-ai eilla betterwriter compose-ai luciaai jenni moonbeam smartscribe freewriteai ai-writer whiskey-ai
misspelling | voise changer | voice-ai voicemod
misspelling | jasper ia | jasper-ai
misspelling | stabel diffusion | nmkd-stable-diffusion stablecog rundiffusion diffusion-bee
misspelling | interveiw | hirex-ai hire-hoc hireyay typestudio
misspelling | musik generator | soundraw ecrett-music soundful musico quasi-music riffusion aiva amper-ai boomy splash
misspelling | power point | slidesai glimmer-ai storyd chatba tome deck-rocks
misspelling | fotos enhance | letsenhance avc-ai imgupscaler topaz-photo-ai neural-love magicstock claid-ai
misspelling | ilustration | illostrationai neuralcanvas storiesforkids snowpixel childbook
plural | logos | make-logo-ai looka logo-rank accomplice designs-ai text-to-book-cover
plural | podcasts | podcast-ai snipd-podcast-summaries adobe-podcast cleanvoice-ai sumly deciphr-ai typestudio
plural | keyboards | rizz typly gptkey
alternative | alternative to photoroom | remove-bg erase-bg removal-ai slazzer-3-0 pixian cutout-pro ai-background-generator-by-photoroom designify ai-writer-by-picsart unfake
alternative | better than grammarly | safespelling rephrasee-com writeplus paragraph-ai rephrasely writelyai wordtune
alternative | tools like fireflies | cogram supernormal jamie fireflies krisp scribebuddy graphic-ai versational assemblyai scribebuddy rythmex voicetapp taption supertranslate whisperapi versational easy-peasy-ai whisper-memos
alternative | descript alternatives | typestudio wisecut gling runway cutout-pro simplified clipdrop
alternative | alternatives to dall-e | stablecog craiyon midjourney nightcafe ai2image dreamlike dezgo starryai ai-picasso getimg-ai imgcreator aragon eye-for-ai dreamup aiimages prompthunt micro-dalle-2 phraser openart-photo-booth
alternative | like perplexity | you lexii-ai andisearch anypod
alternative | resume worded competitors | ai-resume-editor resumai resume-studio coverquick lazyapply cover-letter-ai
alternative | synthesia vs colossyan | synthesia colossyan
language | traductor | deepl papercup translatevideo
language | generador de imagenes | ai2image stablecog imgcreator re-art-ai-image-generator ai-art-generator playground alltray short-description-image-generator supermachine text-to-image-editor blimey
language | musica | musico quasi-music soundraw ecrett-music soundful musico quasi-music riffusion aiva amper-ai boomy splash
language | inglés | suenagringo-ai
fact | github app | whatthediff github-copilot codeball
fact | jetbrains plugin | tldr-jetbrains-ide-plugin
fact | slack app | oracle albus question-base thegist
fact | free logo maker | logo-rank make-logo-ai looka
fact | mobile app for avatars | aivatar photoshot magic-ai-avatars aiprofilepic
fact | shopify | octie-ai wizishop
fact | webflow | datamaker
misspelling | chatgbt | chatgpt
misspelling | midjorney | midjourney
misspelling | grammarlly alternative | safespelling rephrasee-com writeplus paragraph-ai rephrasely writelyai wordtune myess
misspelling | sintesia | synthesia
misspelling | replicka | replika
misspelling | virtaul assistent | askrobi kore-ai merlin alfred
misspelling | pasport photo | passphoto
misspelling | colorise photoes | palette colorize jpghd
misspelling | lanscape design | ai-room-planner interior-ai
misspelling | copywritting | botowski jot nichess copy-ai marketingblocks-ai hoppy-copy
misspelling | subtitels | taption ava filmforge towords
alternative | like midjourney | stablecog dall-e-2 nightcafe craiyon prompthunt phraser dreamlike starryai
alternative | chatgpt competitors | chai botgpt nolu keepi askrobi merlin chatgpt-writer
alternative | something like copy.ai but free | h-supertools-ai-writer typedroid rytr writesonic ai-writer jasper-ai paragraph-ai hoppy-copy
alternative | notion alternatives | mem taskade
alternative | looka alternative | make-logo-ai logo-rank
alternative | alternatives to soundraw | ecrett-music quasi-music musico riffusion soundful
alternative | elevenlabs alternative | listnr-2-0 lovo murf-ai play-ht speech-to-speech speechelo verbatik wellsaid createaivoiceovers voicemaker
plural | tattoos | tattosai blackink
plural | resumes | resume-worded ai-resume-editor resumai resume-studio
plural | avatars | aivatar arti-pics avatarai heropack magic-ai-avatars photoshot pictureperfect theoasis avatarize-club aiprofilepic epicavatar
glued | texttospeech | free-text-to-speech createaivoiceovers voicemaker lovo listnr-2-0 play-ht verbatik
glued | photorestore | photorestoration restorephotos-io jpghd
glued | codereview | codeball whatthediff
glued | interiordesign | ai-room-planner interior-ai dimensions coolaiid
language | bild generator | ai2image stablecog re-art-ai-image-generator ai-art-generator generated-photos short-description-image-generator
language | traduire une video | papercup translatevideo dubverse-ai taption
nonsense | asdkjh qwezx | 
nonsense | zzzzzz | 
nonsense | flurbnogle wibblesnatch | 
nonsense | %%% ___ ??? | 
`
