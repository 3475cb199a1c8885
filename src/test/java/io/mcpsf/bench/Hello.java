package io.mcpsf.bench;

/** The smallest program: the reference for every start of a JVM. */
final class Hello {

    private Hello() {}

    public static void main(String[] args) {
        System.out.println("hello");
    }
}
