import { phrase } from '../html.ts';
import type { Words } from './words.ts';

export const indonesian: Words = {
  locale: 'id-ID',
  direction: 'ltr',
  cancel: 'Batalkan',
  closePage: 'Anda dapat menutup halaman ini.',
  backTo: (partner) => phrase`Kembali ke ${partner}`,
  privacy: (partner) => phrase`Privasi di ${partner}`,
  utc: (time) => phrase`${time} UTC`,
  invitation: {
    title: 'Hubungkan nomor Anda',
    titleAgain: 'Hubungkan kembali nomor Anda',
    asks: (partner) => phrase`${partner} meminta untuk menghubungkan nomor telepon bisnis Anda ke layanan pesannya.`,
    asksAgain: (partner) =>
      phrase`${partner} meminta Anda memperbarui hubungan nomor telepon Anda dengan layanan pesannya.`,
    yourNumber: 'Nomor Anda',
    phoneNumber: 'Nomor telepon',
    endsIn: (digits) => phrase`berakhiran ${digits}`,
    whatHappens: 'Yang akan terjadi',
    signIn: 'Anda masuk ke platform pesan. Kata sandi Anda tetap di sana.',
    choose: 'Anda memilih akun bisnis dan nomor telepon yang akan dihubungkan.',
    chooseSame: phrase`Anda memilih akun bisnis dan nomor telepon <strong>yang sama</strong> seperti sebelumnya.`,
    comeBack: 'Anda kembali ke sini, lalu nomor dihubungkan. Prosesnya hanya beberapa detik.',
    abilities: (partner) => phrase`${partner} akan dapat`,
    messages: 'mengirim dan menerima pesan dengan nomor ini',
    templates: 'mengelola templat pesan Anda',
    quality: 'melihat kualitas dan batas nomor ini',
    moves: 'Apakah nomor ini sekarang dipakai di penyedia lain?',
    moving: [
      'Di Pengelola WhatsApp, matikan verifikasi dua langkah nomor ini, atau minta penyedia itu melakukannya.',
      'Lalu lanjutkan di sini dan masukkan nomor yang sama. Platform mengirim kode ke nomor itu.',
      'Sampai terhubung di sini, nomor ini tetap berfungsi di penyedia itu.',
    ],
    kept: 'Nomor ini tetap memiliki nama tampilan, kualitas, dan batasnya. Platform menyalin templat yang disetujui dan berkualitas baik.',
    start: 'Lanjut untuk masuk',
    worksUntil: (time) =>
      phrase`Tautan ini hanya untuk Anda dan berlaku sampai ${time}. Jika Anda tidak menantikannya, tutup halaman ini.`,
  },
  popup: {
    fullPage: 'Masuk di halaman penuh saja',
    opened: 'Lanjutkan di jendela yang terbuka. Setelah Anda selesai di sana, halaman ini berlanjut sendiri.',
    blocked:
      'Browser Anda memblokir jendela tersebut. Izinkan pop-up untuk halaman ini lalu coba lagi, atau masuk di halaman penuh.',
    notLoaded:
      'Jendela masuk tidak dapat dibuka di sini, mungkin karena pemblokir konten. Silakan masuk di halaman penuh.',
    finishing: 'Terima kasih. Nomor Anda sedang dihubungkan …',
  },
  notices: {
    declined: () =>
      'Anda berhenti sebelum selesai, jadi belum ada yang terhubung. Anda dapat memulai lagi atau membatalkan seterusnya.',
    interrupted: () => 'Pendaftaran tidak berhasil, jadi belum ada yang terhubung. Silakan mulai lagi.',
    no_code: () =>
      'Jendela tertutup sebelum pendaftaran selesai, jadi belum ada yang terhubung. Coba lagi, atau masuk di halaman penuh.',
    platform_error: (partner) =>
      phrase`Platform pesan melaporkan masalah, jadi belum ada yang terhubung. Coba lagi. Jika terulang, beri tahu ${partner}.`,
    stopped_at_account: () =>
      'Anda berhenti saat memilih akun bisnis. Belum ada yang terhubung. Jika belum punya akun, Anda dapat membuatnya di sana.',
    stopped_at_number: () =>
      'Anda berhenti saat memilih nomor telepon. Belum ada yang terhubung. Di sana Anda dapat memilih nomor yang ada atau menambahkan yang baru.',
    stopped_at_profile: () =>
      'Anda berhenti di profil bisnis. Belum ada yang terhubung. Siapkan nama yang akan dilihat pelanggan Anda dan kategorinya.',
    stopped_at_phone: () =>
      'Anda berhenti saat memasukkan nomor telepon. Belum ada yang terhubung. Gunakan nomor yang dapat menerima SMS atau panggilan.',
    stopped_at_verification: () =>
      'Anda berhenti sebelum nomor telepon diverifikasi. Belum ada yang terhubung. Siapkan telepon Anda: kode dikirim lewat SMS atau panggilan.',
    stopped_at_permissions: (partner) =>
      phrase`Anda berhenti sebelum memberi akses. Belum ada yang terhubung. Tanpa akses, ${partner} tidak dapat mengirim atau menerima pesan Anda.`,
  },
  choice: {
    title: 'Pilih nomor Anda',
    which: (partner) =>
      phrase`Kami menemukan lebih dari satu nomor. Nomor mana yang ingin Anda hubungkan ke ${partner}?`,
    numbers: 'Nomor telepon',
    account: (name) => phrase`Akun: ${name}`,
    unnamed: 'Tanpa nama',
    missing: 'Pilih satu nomor telepon.',
    submit: 'Hubungkan nomor ini',
    nothingYet: (time) => phrase`Tidak ada yang dihubungkan sebelum Anda memilih. Pilih sebelum ${time}.`,
  },
  pin: {
    title: 'Masukkan PIN nomor Anda',
    why: 'Nomor ini dilindungi verifikasi dua langkah. Untuk menghubungkannya, diperlukan PIN enam digit.',
    label: 'PIN enam digit',
    wrong:
      'PIN ini tidak diterima. Periksa lalu coba lagi. Setelah beberapa kali salah, nomor dikunci untuk sementara.',
    malformed: 'PIN terdiri dari enam digit.',
    submit: 'Lanjutkan',
    where: 'Di mana menemukan PIN',
    chosen: 'Seseorang di bisnis Anda membuatnya saat verifikasi dua langkah untuk nomor ini diaktifkan.',
    reset:
      'Jika tidak ada yang tahu, buka Pengelola WhatsApp, lalu Nomor telepon, pengaturan nomor ini, dan Verifikasi dua langkah. Di sana Anda dapat mengganti PIN atau menonaktifkannya.',
    kept: (partner) => phrase`PIN hanya dipakai untuk menghubungkan nomor. ${partner} tidak melihatnya.`,
    nothingYet: (time) => phrase`Masukkan PIN sebelum ${time}. Sampai saat itu, nomor belum terhubung.`,
  },
  progress: {
    title: 'Menghubungkan nomor Anda',
    seconds: 'Biasanya hanya beberapa detik. Halaman ini berlanjut sendiri.',
    busy: 'Platform pesan sedang sangat sibuk.',
    goesOn: (time) => phrase`Penghubungan berlanjut sendiri setelah ${time}.`,
    waits: 'Penghubungan menunggu persetujuan hingga 30 hari dan berlanjut sendiri setelah disetujui.',
    signedIn: 'Memeriksa akses',
    found: 'Mencari nomor telepon',
    ready: 'Menyiapkan nomor telepon',
    connecting: (partner) => phrase`Menghubungkan ke ${partner}`,
    synchronising: 'Menyinkronkan kontak dan obrolan',
    done: 'selesai',
    look: 'Periksa sekarang',
    close: 'Anda dapat menutup halaman ini: nomor tetap akan dihubungkan.',
  },
  ending: {
    completed: 'Nomor Anda terhubung',
    canSend: (partner) =>
      phrase`${partner} kini dapat mengirim dan menerima pesan dengan nomor ini. Tidak ada lagi yang perlu dilakukan, dan tautan ini sudah terpakai.`,
    cannotSend: 'Nomor Anda terhubung, tetapi belum dapat mengirim pesan',
    synchronises:
      'Anda dapat terus memakai aplikasi di ponsel. Buka aplikasi paling lambat setiap 13 hari agar nomor tetap terhubung.',
    failed: 'Nomor Anda tidak dapat dihubungkan',
    nextSteps: 'Langkah selanjutnya',
    reference: 'Referensi',
    cancelled: 'Anda membatalkan',
    nothing: 'Tidak ada yang terhubung.',
    expired: 'Tautan ini sudah kedaluwarsa',
    limitedTime: 'Tautan untuk menghubungkan nomor berlaku dalam waktu terbatas.',
    revoked: 'Tautan ini tidak berlaku lagi',
    withdrawn: (partner) =>
      phrase`Tautan ini ditarik atau diganti dengan yang lebih baru: cari pesan yang lebih baru dari ${partner}.`,
    newLink: (partner) => phrase`Jika ingin melanjutkan, minta tautan baru kepada ${partner}.`,
  },
  hindrances: {
    blocked: {
      title: 'Pesan diblokir',
      says: (partner) =>
        phrase`Saat ini platform pesan tidak mengizinkan ${partner} mengirim pesan apa pun dengan nomor ini.`,
    },
    limited: {
      title: 'Pesan dibatasi',
      says: (partner) =>
        phrase`Saat ini platform pesan hanya mengizinkan ${partner} mengirim sebagian pesan dengan nomor ini.`,
    },
  },
  manager: 'Buka Pengelola\u00a0WhatsApp',
  failures: {
    reconnect_mismatch: {
      what: () => 'Akun bisnis atau nomor yang dipilih bukan yang sedang terhubung.',
      next: [() => 'Lain kali, pilih akun dan nomor yang sama.'],
    },
    number_taken: {
      what: () => 'Nomor telepon ini sudah terhubung di tempat lain. Nomor harus diputuskan dulu dari sana.',
      next: [() => 'Minta penyedia yang Anda pakai dengan nomor ini untuk melepaskannya, atau pilih nomor lain.'],
    },
    number_missing: {
      what: () => 'Akun bisnis ini belum memiliki nomor telepon.',
      next: [() => 'Anda dapat menambahkan nomor saat pendaftaran. Nomor harus dapat menerima SMS atau panggilan.'],
    },
    number_not_verified: {
      what: () => 'Nomor telepon belum diverifikasi.',
      next: [() => 'Daftar lagi, lalu masukkan kode yang dikirim lewat SMS atau panggilan.'],
    },
    number_deleted: {
      what: () => 'Nomor telepon ini baru saja dihapus dan belum dapat dihubungkan.',
      next: [() => 'Tunggu sepuluh menit.'],
    },
    name_not_approved: {
      what: () => 'Nama tampilan nomor telepon belum disetujui.',
      next: [() => 'Tunggu persetujuannya. Statusnya ada di Pengelola WhatsApp, di bagian Nomor telepon.'],
    },
    pin_wrong: {
      what: () => 'PIN nomor telepon tidak diterima.',
      next: [() => 'Ganti PIN di Pengelola WhatsApp: Nomor telepon, pengaturan nomor, Verifikasi dua langkah.'],
    },
    pin_missing: {
      what: () => 'PIN nomor telepon tidak dimasukkan pada waktunya.',
      next: [
        () =>
          'Siapkan PIN. Anda dapat menggantinya di Pengelola WhatsApp: Nomor telepon, pengaturan nomor, Verifikasi dua langkah.',
      ],
    },
    pin_locked: {
      what: () => 'PIN yang salah dimasukkan terlalu sering, jadi nomor dikunci untuk sementara.',
      next: [
        () => 'Tunggu satu hari.',
        () => 'Ganti PIN di Pengelola WhatsApp: Nomor telepon, pengaturan nomor, Verifikasi dua langkah.',
      ],
    },
    registration_limit: {
      what: () => 'Nomor ini terlalu sering dihubungkan dalam waktu singkat. Platform menguncinya selama tiga hari.',
      next: [() => 'Tunggu tiga hari.'],
    },
    choice_missing: {
      what: () => 'Nomor telepon tidak dipilih pada waktunya.',
      next: [],
    },
    waba_not_shared: {
      what: () => 'Tidak ada akun bisnis yang dibagikan. Lain kali, izinkan akses ke akun bisnis Anda.',
      next: [],
    },
    access_withdrawn: {
      what: () => 'Akses ke akun bisnis Anda dicabut, atau tidak mencakup semua yang diperlukan.',
      next: [() => 'Daftar lagi bersama orang yang mengelola akun tersebut, dan izinkan semua yang diminta.'],
    },
    account_restricted: {
      what: () => 'Platform pesan membatasi akun bisnis Anda.',
      next: [() => 'Buka Pengelola WhatsApp. Di sana ada alasannya dan cara meminta peninjauan.'],
    },
    payment_missing: {
      what: () =>
        'Akun bisnis Anda belum memiliki metode pembayaran yang valid, jadi nomor ini tidak dapat memulai percakapan.',
      next: [
        () => 'Di Pengelola WhatsApp, buka pengaturan pembayaran akun Anda.',
        () => 'Tambahkan metode pembayaran, atau perbaiki yang sudah ada. Pesan terkirim begitu platform menerimanya.',
      ],
    },
    business_not_verified: {
      what: () => 'Bisnis Anda belum diverifikasi di platform.',
      next: [() => 'Buka pengaturan bisnis, lalu Pusat Keamanan, dan mulai verifikasi. Siapkan dokumen resmi.'],
    },
    country_restricted: {
      what: () => 'Akun bisnis Anda tidak boleh mengirim pesan kepada orang di beberapa negara.',
      next: [() => 'Kebijakan pesan platform menyebutkan negara mana yang terbuka untuk jenis bisnis Anda.'],
    },
    number_not_registered: {
      what: () => 'Nomor telepon ini tidak terdaftar di platform.',
      next: [(partner) => phrase`Minta tautan kepada ${partner} untuk menghubungkannya lagi.`],
    },
    quality_low: {
      what: () =>
        'Banyak orang memblokir atau melaporkan pesan dari nomor ini, jadi platform membatasinya untuk sementara.',
      next: [() => 'Kirim lebih sedikit pesan, dan hanya kepada orang yang menantikannya. Batas ini berakhir sendiri.'],
    },
    synchronisation_failed: {
      what: () => 'Kontak dan obrolan di ponsel Anda tidak dapat disinkronkan.',
      next: [() => 'Perbarui aplikasi di ponsel, buka, dan biarkan terbuka selagi Anda mendaftar lagi.'],
    },
    webhook_endpoint_missing: {
      what: (partner) =>
        phrase`${partner} harus menyelesaikan penyiapannya sendiri dulu. Tidak ada yang salah di pihak Anda.`,
      next: [(partner) => phrase`Sampaikan referensi di bawah ini kepada ${partner}.`],
    },
    endpoint_unreachable: {
      what: (partner) =>
        phrase`Sistem ${partner} tidak menjawab. Tidak ada yang salah dengan nomor atau akun bisnis Anda.`,
      next: [(partner) => phrase`Sampaikan referensi di bawah ini kepada ${partner}.`],
    },
    platform_unavailable: {
      what: () => 'Platform pesan tidak dapat dijangkau terlalu lama.',
      next: [() => 'Tunggu satu jam.'],
    },
    other: {
      what: () => 'Platform pesan tidak menerima penghubungan ini.',
      next: [],
    },
  },
  refusals: {
    unknown: {
      title: 'Tautan ini tidak berfungsi',
      paragraphs: [
        'Mungkin tautan terpotong. Buka lagi dari pesan yang Anda terima, atau salin seluruhnya.',
        'Jika tidak membantu, minta tautan baru kepada perusahaan yang mengirimnya.',
      ],
    },
    unavailable: {
      title: 'Tautan ini tidak dapat digunakan sekarang',
      paragraphs: ['Silakan tanyakan kepada perusahaan yang mengirimnya.'],
    },
    method: {
      title: 'Itu tidak dapat dilakukan di sini',
      paragraphs: ['Buka lagi tautan dari pesan yang Anda terima.'],
    },
    forged: {
      title: 'Buka tautan sekali lagi',
      paragraphs: [
        'Permintaan ini tidak berasal dari halaman tautan, atau halaman itu dibuka di tab lain. Tidak ada yang berubah.',
        'Buka lagi tautan dari pesan yang Anda terima. Jika Anda tidak menantikan pesan itu, abaikan saja.',
      ],
    },
    otherBrowser: {
      title: 'Pendaftaran ini tidak dapat diselesaikan di sini',
      paragraphs: [
        'Pendaftaran tidak dimulai di browser ini, atau sudah dipakai. Tidak ada yang terhubung.',
        'Buka tautan dari pesan yang Anda terima, dan lakukan semuanya dari awal di satu browser.',
      ],
    },
    trouble: {
      title: 'Terjadi masalah di pihak kami',
      paragraphs: ['Tidak ada yang hilang. Buka lagi tautan ini sebentar lagi.'],
    },
    maintenance: {
      title: 'Kami sedang dalam pemeliharaan',
      paragraphs: ['Tidak ada yang hilang. Buka lagi tautan ini satu jam lagi.'],
    },
    notSetUp: {
      title: 'Penghubungan belum disiapkan',
      paragraphs: ['Tidak ada yang hilang. Beri tahu perusahaan yang mengirim tautan, dan buka lagi nanti.'],
    },
  },
};
