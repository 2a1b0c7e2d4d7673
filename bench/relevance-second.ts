/**
 * A hundred further questions, written before the search was asked any of them. A line is a kind, what people type, and
 * the right slugs.
 */
export const SECOND_QUESTIONS = `
task | how can I enlarge a photo without losing quality | ai-image-enlarger ai-image-upscaler imgupscaler claid-ai bigjpg letsenhance avc-ai topaz-photo-ai magicstock icons8
task | write product descriptions for my online store | embolden octie-ai katteb copymonkey
task | remove people from my holiday pictures | stillgram bg-eraser remover-app jpgrm hama magic-eraser photoleap
task | make my microphone sound better | adobe-mic-check adobe-speech-enhancer cleanvoice-ai krisp
task | find scientific papers about a topic | elicit scispace
task | is my startup idea any good | validator-ai
task | make quiz questions for my class | quizgecko quizwhiz teachology-ai teacherbot
task | cut silences out of my youtube videos | gling wisecut
task | I need subtitles for my videos | taption filmforge ava towords
task | turn a blog post into a video | fliki pictory augie
task | turn my selfie into a cartoon | cartoonize
task | get more matches on tinder | roast lovegenius elektrif
task | see what I would look like with another haircut | hairstyleai hairgen
task | apply to many jobs automatically | lazyapply
task | reply to my emails faster | draftlab remail superreply rapidreply ellie emailtriager replai intellimail
task | build a website for my small business | durable aida sitekick ctrify unbounce
task | tell me when a website changes | hexowatch
task | check a contract before signing it | spellbook paralegal-ai
task | explain what this code does | tldr-jetbrains-ide-plugin explaindev adrenaline explain-an-error whatthediff codeassist
task | portrait of my dog | petportrait petpic stableboost
task | what should I cook tonight | ai-recipe-generator foodai
task | talk to a historical figure | hello-history goatchat
short task | regex generator | formula-dog
short task | domain names | smarty-names namewizard namelix
short task | meeting notes | supernormal cogram jamie fireflies
short task | lesson plans | teachology-ai teacherbot
short task | cold outreach | quicklines smartwriter warmer-ai
short task | stock photos | generated-photos simulai everypixel icons8 pixelvibe text-to-book-cover
short task | motion capture | plask move
short task | album cover | daft-art
short task | landing page | sitekick unbounce marketingblocks-ai
short task | song lyrics | ai-lyrics-generator raplyrics lovelines
short task | data visualization | olli
short task | game assets | scenario assetsai pinegraph texturelab
fact | free background remover no signup | pixian
fact | vs code extension | explaindev
fact | gmail plugin | draftlab remail
fact | run stable diffusion on my own computer | diffusion-bee nmkd-stable-diffusion draw-things
fact | iphone camera app | stillgram photoleap
fact | no code automation | levity bardeen magical
fact | linkedin post writer | linkedin-posts-generator viral-post-generator altera-ai
fact | for students | whiskey-ai essaybar caktus botta tutorai
fact | free symptom checker | ubie-ai-symptom-checker
fact | microsoft word add in | spellbook
name | stable cog | stablecog
name | perplexity | perplexity-ai
name | D-ID | d-id-s-creative-reality-studio
name | character.ai | characterai
name | uberduck | underduck
name | eleven labs | eleven
name | murf | murf-ai
name | whisper api | whisperapi
misspelling | perplexety | perplexity-ai
misspelling | nightcaffe | nightcafe
misspelling | sudorwite | sudowrite
misspelling | wathermark remover | watermark-remover
misspelling | archetect floor plans | makeit-ai getfloorplan
misspelling | exel formulas | excelformulabot formula-dog formulagod neural-formula sheet-ai genius-sheets
misspelling | avitar maker | aivatar arti-pics avatarai aiprofilepic epicavatar pictureperfect magic-ai-avatars avatarize-club photoshot heropack profilepicture-ai reflectme theoasis character-io
misspelling | paraphase tool | paraphraser ai-paraphrasing-tool word-spinner wordfixerbot intelligent-paraphraser quillbot-paraphraser paraphraser-ai
misspelling | anmie pictures | anime-ai animemaker waifulabs pinegraph nijijourney bigjpg waifu-xl
misspelling | symtoms | ubie-ai-symptom-checker
misspelling | voiceover genrator | createaivoiceovers murf-ai speech-to-speech wellsaid speechelo listnr-2-0 play-ht verbatik voicemaker marketingblocks-ai
misspelling | tweat writer | tweept3 postwise tweetai tweethunter tweetspear graham-ai tweetnimage recontent-ai kanye-tweet-generator tweetemote
synonym | voice cloning | speech-to-speech fakeyou underduck eleven replica coqui descript
synonym | vocal remover | lalal-ai-voice-cleaner
synonym | attorney | paralegal-ai donotpay spellbook
synonym | virtual girlfriend | replika myanima-ai-companion chai characterai
synonym | homework help | caktus botta tutorai quizgecko
synonym | personal trainer at home | kinestex getactyv justlearn
synonym | outfit ideas | fashionadvisorai
synonym | phone answering service | simplephones-ai echowin
synonym | proofreading | rephrasee-com safespelling wordtune paragraph-ai writeplus
synonym | headshots for my CV | tryitonai pfpmaker reflectme avatarize-club photoai
word form | recipes | ai-recipe-generator foodai
word form | enlarging pictures | ai-image-enlarger ai-image-upscaler imgupscaler claid-ai bigjpg letsenhance avc-ai topaz-photo-ai magicstock
word form | scheduling tweets | postwise
word form | restoring old pictures | photorestoration restorephotos-io jpghd palette colorize avc-ai
alternative | free alternative to quillbot | paraphraser word-spinner wordfixerbot rephrasely intelligent-paraphraser paraphraser-ai paragraph-ai
alternative | apps like replika | myanima-ai-companion chai characterai botify justlearn
alternative | like midjourney but for anime | nijijourney waifulabs animemaker anime-ai pinegraph
alternative | canva alternative | designs-ai simplified hotpot ai-two studio-design clickable piggy flair cutout-pro
alternative | tome alternatives | slidesai glimmer-ai storyd chatba deck-rocks my-pitch-deck
alternative | chatgpt for whatsapp | askrobi gpt-hotline
alternative | murf vs play.ht | murf-ai play-ht
alternative | otter.ai alternative | fireflies scribebuddy supernormal cogram jamie rythmex graphic-ai versational voicetapp
reason | warranty claims | magical
reason | museum audio guide | murf-ai
reason | studies about migraine | elicit
reason | newsletter of our choir | getresponse
reason | understands a scottish accent | scribebuddy
language | quitar el fondo de una imagen | remove-bg removal-ai erase-bg pixian slazzer-3-0 ai-background-generator-by-photoroom
language | Präsentation erstellen | slidesai glimmer-ai storyd chatba tome deck-rocks
language | générateur d'images gratuit | ai2image stablecog playground nightcafe neural-love pinegraph aiimages picso seek-art
language | gerador de imagens | ai2image stablecog imgcreator re-art-ai-image-generator ai-art-generator playground alltray blimey visuali short-description-image-generator supermachine text-to-image-editor dezgo craiyon aiimages eye-for-ai drawanything astria-ai soreal-ai-studio snapshotai image-computer getimg-ai photosonic-ai
language | scrivere una lettera di presentazione | cover-letter-ai coverletterwrite writemeacoverletter your-cover-letter coverletter-app
language | resumir videos de youtube | summarize-tech eightify
nonsense | glorpish fnarg | 
nonsense | qwertyuiop | 
nonsense | 7391846205 | 
`
