-- Queries joined; null when there are none.
create function private.all_of(terms tsquery[]) returns tsquery
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  result tsquery := terms[1];
begin
  for i in 2 .. coalesce(cardinality(terms), 0) loop
    result := result && terms[i];
  end loop;
  return result;
end;
$$;

create function private.any_of(terms tsquery[]) returns tsquery
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  result tsquery := terms[1];
begin
  for i in 2 .. coalesce(cardinality(terms), 0) loop
    result := result || terms[i];
  end loop;
  return result;
end;
$$;

-- A phrase in English stems. One that would be left with a single word, as "no code" with "code", keeps its stop words.
create function private.phrase_query(phrase text) returns tsquery
language sql immutable parallel safe strict set search_path = ''
as $$
  select case when phrase like '% %' and numnode(phraseto_tsquery('pg_catalog.english', phrase)) < 2
    then phraseto_tsquery('private.all_words', phrase) else phraseto_tsquery('pg_catalog.english', phrase) end
$$;

-- A phrase by the stems of its words, stop words as they are.
create function private.stems(phrase text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select string_agg(coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word), ' ' order by place)
  from string_to_table(phrase, ' ') with ordinality listed (word, place)
$$;

-- What stands for the same thing in a search for tools. `asked` is what is typed, by its stems; `said` is looked for
-- then.
create table private.search_synonyms (
  id integer generated always as identity primary key,
  asked text[] not null,
  said tsquery not null,
  -- The word of private.fact_words that it means.
  fact text
);

create index search_synonyms_asked on private.search_synonyms using gin (asked);

alter table private.search_synonyms enable row level security;
comment on table private.search_synonyms is 'Not notified: changed by migrations alone.';

-- Each line is one group: forms of a word that English stemming keeps apart, and other words people use for it, written
-- as private.search_text() leaves texts: lower case, no hyphens. A phrase may be in several groups. What begins with
-- '?' is typed and not looked for: brands that stand for a task, words of other languages, words of a wider meaning.
-- What begins with '=' is a fact. All of them are words that what is misspelt is corrected to.
with synonym_groups as materialized (
  select string_to_array(line, ', ') as entries from unnest(array[
  'transcribe, transcribing, transcription, transcriptions, transcript, transcriber, speech to text, voice to text, audio to text, speech recognition, ?speech into text, ?voice into text, ?audio into text, ?written text, ?write down, ?otter, ?otter ai, ?speechtotext',
  'dictate, dictation, voice memo, voice memos, speech to text, voice typing',
  'text to speech, tts, voice generator, voice over, voice overs, voiceover, voiceovers, read aloud, speech synthesis, narration, narrate, narrator, synthetic voice, ?texttospeech',
  'subtitle, subtitles, subtitling, caption, captions, captioning',
  'translate, translation, translator, translations, translating, localise, localize, localization, ?traductor, ?traduccion, ?traducir, ?traduction, ?traduire, ?traducteur, ?ubersetzer, ?ubersetzen, ?ubersetzung, ?google translate',
  'dub, dubbing, dubbed',
  'summarize, summarise, summary, summaries, summarization, summarisation, summarizer, summariser, summarizing, summarising, tldr, digest, condense, shorten, ?resumen, ?resumir, ?zusammenfassung, ?zusammenfassen',
  'generate, generator, generation, generating, generative, create, creator, creating, creation, maker, make, makes, making, build, builder, building, ?generador, ?generar, ?crear, ?generateur, ?creer, ?erstellen',
  'image, images, picture, pictures, pic, pics, photo, photos, photograph, photographs, photography, ?imagen, ?imagenes, ?foto, ?fotos, ?bild, ?bilder',
  'drawing, drawings, draw, sketch, sketches, paint, painting, illustration, illustrations, illustrate, illustrator',
  'art, artwork, artworks',
  'video, videos, movie, movies, film, films, clip, clips, footage, youtube video',
  'animate, animation, animated, animations',
  'edit, editor, editing, edits, retouch, retouching',
  'enhance, enhancer, enhancement, improve, improving, improves, better quality',
  'upscale, upscaler, upscaling, enlarge, enlarger, enlarging, super resolution, increase resolution, higher resolution, resize, lossless enlarge, ?remini',
  'sharpen, blurry, blurred, deblur, unblur',
  'restore, restoration, restoring, repair, old photo, old photos',
  'colorize, colourise, colourize, colorise, colorizer, colorization, black and white',
  'remove, remover, removing, removal, erase, eraser, erasing, delete, cut out, cutout, get rid of, ?eliminar, ?quitar, ?supprimer, ?entfernen',
  'background, backgrounds, backdrop, backdrops, ?fondo, ?hintergrund, ?arriere plan',
  'write, writer, writing, writes, author, ?escribir, ?ecrire, ?schreiben',
  'rewrite, rewriter, rewriting, rewording, reword, paraphrase, paraphraser, paraphrasing, rephrase, rephrasing, ?rewrites',
  'copywriting, copywriter, ad copy, marketing copy, sales copy, slogan, slogans, tagline, taglines, ?catchphrase',
  'proofread, proofreading, grammar, spelling, spell check, spell checker, grammar checker, spelling mistakes, grammatical, grammatically, mistakes, ?grammarly',
  'essay, essays, academic writing, paper writing',
  'blog, blogs, blogging, blogger, blog post, blog posts, article, articles',
  'story, stories, storytelling, tale, tales, storyteller, fiction, novel, novels',
  'poem, poems, poetry, verse, verses',
  'lyrics, lyric, songwriting, song lyrics',
  'joke, jokes, humor, humour, funny',
  'email, emails, mail, mails, gmail, inbox, e mail',
  'cold email, cold emails, cold outreach, outreach',
  'reply, replies, respond, response, responses, answer emails, answer customers, answer messages',
  'code, coding, coder, programming, programmer, program code, source code, developer, developers, ?python, ?javascript, ?typescript, ?java, ?php, ?html, ?css',
  'autocomplete, code completion, completes the code, suggest code, copilot, code assistant, pair programmer',
  'debug, debugger, debugging, bug, bugs, fix code, errors, ?stack overflow',
  'unit test, unit tests, test generation, tests',
  'sql, database query, database queries, sql query, sql queries, database, databases',
  'excel, spreadsheet, spreadsheets, google sheets, sheets, formula, formulas',
  'command line, terminal, shell, cli, commands',
  'pull request, pull requests, code review, diff, commit message, commit messages',
  'no code, nocode, without code, without coding, low code, without knowing how to code, ?without programming',
  'chatbot, chatbots, chat bot, chat bots, conversational, virtual assistant, bot, bots, chat, ?siri, ?alexa, ?bard, ?gemini, ?claude',
  'llm, language model, large language model, language models, gpt, gpt 3, chatgpt',
  'friend, companion, girlfriend, boyfriend, virtual friend, ?lonely, ?therapist, ?therapy, ?psychologist, ?counselor, ?counsellor',
  'music, song, songs, soundtrack, soundtracks, tune, tunes, melody, background music, instrumental, beats, ?musica, ?musique, ?musik, ?cancion, ?chanson',
  'compose music, composer, music composition, music generation, make music',
  'drum, drums, percussion, beat maker',
  'audio, sound, sounds, recording, recordings',
  'noise, noises, background noise, noise cancelling, noise reduction, denoise, denoising, noise removal, noise cancellation',
  'stem, stems, vocals, vocal remover, stem splitter, stem splitting, isolate vocals, karaoke',
  'voice, voices, vocal, speech, ?voz, ?voix, ?stimme',
  'voice changer, voice cloning, clone voice, voice clone, deepfake voice, change my voice, change your voice, sound like',
  'podcast, podcasts, podcasting, podcaster, episode, episodes',
  'meeting, meetings, meeting notes, meeting minutes, minutes, zoom call, zoom calls, calls',
  'notes, note taking, note, notetaking, take notes',
  'presentation, presentations, slide, slides, slideshow, powerpoint, deck, slide deck, decks, pitch deck, pitch decks, keynote',
  'logo, logos, brand mark, logo maker, brand identity',
  'icon, icons',
  'avatar, avatars, profile picture, profile pictures, profile photo, profile pic, headshot, headshots, portrait, portraits, selfie, selfies, pfp, ?lensa, ?faceapp',
  'tattoo, tattoos',
  'talking head, talking avatar, talking photo, spokesperson, presenter, bring to life',
  'face swap, swap faces, face swapper, deepfake, deepfakes, swap face, swapping faces',
  'interior, interiors, interior design, home decor, room design, decorate, redecorate, furnish, decorating, living room, bedroom',
  'architecture, architect, architects, architectural, floor plan, floor plans, floorplan',
  'website, websites, landing page, landing pages, website builder, web page, web design, homepage, site builder, ?wix, ?squarespace, ?webflow, ?build website, ?build a website, ?create website, ?create a website, ?make website, ?make a website, ?make my website, ?design a website',
  'ui, ux, user interface, interface design, mockup, mockups, wireframe, wireframes, prototype, prototypes, figma',
  'texture, textures',
  '3d, 3d model, 3d models, three dimensional, modeling, modelling',
  'game, games, gaming, gamer, video game, video games',
  'game asset, game assets, gaming assets, sprites',
  'motion capture, mocap, motion data, body tracking, extract motion',
  'seo, search engine optimization, search engine optimisation, rank on google, ranking, google ranking',
  'ad, ads, advert, adverts, advertising, advertisement, advertisements',
  'marketing, promotion, promote, promotional',
  'sales, sell, selling, leads, lead generation, prospecting, prospects',
  'ecommerce, e commerce, online store, online shop, web shop, amazon listings, amazon listing, shop, product description, product descriptions, ?shopify, ?etsy, ?ebay',
  'product photo, product photos, product photography, product shots, product images, product pictures',
  'social media, instagram, tiktok, facebook, social network, social networks, ?hashtag, ?hashtags, ?instagram captions, ?hootsuite, ?buffer',
  'twitter, tweet, tweets, tweeting',
  'linkedin, linkedin post, linkedin posts',
  'meme, memes',
  'dating, tinder, bumble, hinge, pickup line, pickup lines, date, romance, matches',
  'resume, resumes, cv, curriculum vitae, cvs',
  'cover letter, cover letters, motivation letter, job application, application letter, letter for job',
  'job, jobs, job search, career, hire me, employment',
  'recruit, recruiting, recruiter, recruiters, recruitment, hiring, hire, hr, human resources, talent, candidates, interview, interviews',
  'legal, law, lawyer, lawyers, attorney, contract, contracts, paralegal',
  'patent, patents',
  'health, healthcare, medical, symptom, symptoms, diagnosis, ?doctor, ?physician',
  'mental health, therapy, therapist, wellbeing, lonely',
  'fitness, workout, workouts, exercise, gym, training plan, coach, ?trainer, personal trainer',
  'recipe, recipes, cook, cooking, meal, meals, food, dinner, ?nutrition, ?nutritionist, ?diet, ?calories',
  'travel, traveling, travelling, trip, trips, vacation, vacations, itinerary, itineraries, plan a trip, trip planner, travel planner, plan a vacation, plan a holiday, holiday planner, holiday itinerary, holiday trip, journey, ?holiday, ?holidays, ?tripadvisor',
  'gift, gifts, present, presents, gift idea, gift ideas, birthday',
  'card, cards, greeting card, greeting cards, christmas card, christmas cards',
  'fashion, outfit, outfits, clothes, clothing, wardrobe, style advice, apparel, garment, garments, dress, stylist',
  'hair, hairstyle, hairstyles, haircut, haircuts, hairdresser',
  'learn, learning, study, studying, student, students, education, course, courses, homework, ?math, ?maths, ?mathematics, ?chegg',
  'teach, teacher, teachers, teaching, lesson, lessons, lesson plan, lesson plans, classroom, educator',
  'tutor, tutoring, tutors',
  'quiz, quizzes, questionnaire, exam questions, multiple choice, flashcards, flash cards',
  'language learning, learn a language, learn english, speak english, practice speaking, fluent, speaking practice, spanish, french, ?duolingo, language learners, english speaker, ?foreign language, ?italian, ?german, ?ingles, ?anglais, ?englisch',
  'research, researcher, academic, scientific, science, paper, papers, literature, literature review, scientific papers',
  'pdf, pdfs, document, documents, chat with pdf, docs',
  'name, names, naming, business name, domain name, brand name, company name, name generator',
  'startup, startups, business idea, business ideas, entrepreneur, entrepreneurs, founder, company idea',
  'customer support, customer service, support tickets, help desk, helpdesk, support agent, tickets, customer care, ?zendesk, ?intercom',
  'phone, phone calls, phone call, missed calls, call center, telephone, receptionist',
  'search engine, search engines, web search, google alternative, internet search',
  'automate, automation, automations, workflow, workflows, repetitive tasks, routine tasks',
  'productivity, productive, time management, time tracking, track time, organise, organize',
  'task, tasks, to do list, todo, task management, project management, planner, ?trello, ?asana, ?jira',
  'monitor, monitoring, website changes, watch, track changes',
  'chrome extension, browser extension, browser plugin, extension, chrome, add on, addon, plugin, plugins, ?firefox, =browser-extension',
  'keyboard, mobile keyboard',
  'wordpress, woocommerce',
  'notion, notion pages',
  'slack, slack bot',
  'whatsapp, telegram, messenger, messaging',
  'data, analytics, data analysis, analyse data, analyze data, data visualization, data visualizations, charts, chart, graph, graphs, dashboards',
  'stock, stocks, stock market, investing, investment, investor, shares, earnings, trading, finance, financial',
  'sport, sports, betting, predictions, prediction',
  'car, cars, vehicle, vehicles, automotive',
  'book, books, ebook, e book, novel, reading list',
  'book recommendation, book recommendations, what to read, next book',
  'book cover, book covers, album cover, album covers, album art, cover art',
  'wallpaper, wall art, poster, posters, art print, art prints, wall decor',
  'nft, nfts, crypto art, collectibles',
  'anime, manga, waifu, cartoon, cartoons, comic, comics, cartoonize',
  'kid, kids, child, children, bedtime, bedtime story, bedtime stories, toddler',
  'pet, pets, dog, dogs, cat, cats, ?kitten, ?kittens, ?puppy, ?puppies',
  'character, characters, npc, npcs, historical figures, celebrity, celebrities',
  'roleplay, role playing, roleplaying, dungeon, adventure, adventures, text adventure',
  'prompt, prompts, prompt engineering, prompt engineer',
  'plagiarism, plagiarism free, original content, ai detector, ai detection, detect ai',
  'accessibility, deaf, hard of hearing, wcag, ada, blind, disabled, disability, screen reader',
  'watermark, watermarks, logo removal',
  'stock photo, stock photos, stock images, stock image, royalty free images, ?shutterstock, ?unsplash, ?getty',
  'royalty free, copyright free, license free, no copyright, without copyright, copyright',
  'gift card, voucher, vouchers',
  'speed reading, read faster',
  'survey, surveys, form, forms, feedback',
  'persona, personas, user persona, user personas, buyer persona',
  'user research, user testing, usability, ux research',
  'excuse, excuses',
  'machine learning, ml, deep learning, neural network, neural networks, model training, train models',
  'open source, opensource, free software, libre, source available, ?foss, ?oss, =open-source',
  'self hosted, self host, self hosting, selfhosted, on premise, ?on premises, run locally, =self-hosted',
  'free, gratis, no cost, at no cost, free of charge, without paying, ?for free, ?gratuit, ?kostenlos, =free',
  'freemium, ?free plan, ?free tier, ?free trial, =freemium',
  'iphone, ios, ipad, ?apple, =ios',
  'android, google play, =android',
  'mac, macos, macbook, apple computer, ?os x, =macos',
  'windows, pc, ?desktop, =windows',
  'linux, ubuntu, ?debian, =linux',
  'web app, web based, browser based, in your browser, ?online tool, =web',
  'api, ?rest api, ?sdk, =api',
  'photo editor, photo editing, edit photos, edit your photos, image editor, image editing, image editing tool, ?photoshop, ?lightroom, ?gimp, ?canva',
  'video editor, video editing, edit videos, edit video, ?premiere, ?premiere pro, ?imovie, ?final cut, ?capcut, ?davinci resolve',
  'graphic design, graphics, graphic, banner, banners, flyer, flyers, ?canva',
  'headline, headlines, title, titles',
  'job description, job descriptions, job advert, job ad, job posting, jd',
  'meditation, meditate, relax, relaxing, calm, sleep',
  'real estate, realtor, property, properties, rental',
  'vector, vectors, svg, vector graphics, vector art',
  'pattern, patterns, seamless, tileable',
  'color, colors, colour, colours, gradient, gradients, color palette, colour palette, ?color scheme',
  'docstring, docstrings, code documentation, ?code comments, ?document my code',
  'regex, regular expression, regular expressions, ?regexp',
  'predict, predicting, prediction, predictions, forecast, forecasting',
  'brainstorm, brainstorming, idea, ideas, inspiration',
  'schedule, scheduling, scheduler, calendar',
  'map, maps, navigation, navi, ?gps, ?route',
  'genealogy, genealogie, ancestor, ancestors, family tree',
  'screenplay, screenplays, screenwriting, ?screenwriter, movie script',
  'playlist, playlists',
  'rap, rapper, punchline',
  'compliance, regulatory, regulation, regulations, ?gdpr',
  'competitive intelligence, competitor analysis, battlecards, market research',
  'nsfw, ?nudity, ?nude, ?porn, content moderation',
  'goal, goals, okr, okrs, accountability, ?habit, ?habits',
  'offline, locally, on my computer, on device, local'
  ]) line
), typed as (
  insert into private.search_words (word)
    select distinct word from synonym_groups, unnest(entries) entry, regexp_split_to_table(ltrim(entry, '?'), ' ') word
    where char_length(word) between 3 and 40 and entry not like '=%'
)
insert into private.search_synonyms (asked, said, fact)
select array(select private.stems(ltrim(entry, '?')) from unnest(entries) entry where entry not like '=%'),
  private.any_of(array(select private.phrase_query(entry) from unnest(entries) entry where entry !~ '^[?=]')),
  (select 'fact:' || ltrim(entry, '=') from unnest(entries) entry where entry like '=%')
from synonym_groups;
