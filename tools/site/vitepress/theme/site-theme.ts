/// <reference types="vitepress/client" />
import { useData, withBase, type Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { defineComponent, h } from 'vue';
import './style.css';

/** Programs and agents read it, and people who want to paste a page. VitePress would open it as a page of the site. */
const markdownLink = (file: string) =>
  h('p', { class: 'as-markdown' }, h('a', { href: withBase(`/${file}`), target: '_self' }, 'This page as Markdown'));

const Layout = defineComponent({
  setup: () => {
    const { page } = useData();
    return () => h(theme.Layout, null, { 'doc-footer-before': () => markdownLink(page.value.relativePath) });
  },
});

export default { extends: theme, Layout } satisfies Theme;
